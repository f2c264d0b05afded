/** Limits on the time, the number and the size of what clients and the backend send. */
export const defaultLimits = {
  /** The time in which a client must send the headers of a request. */
  headersTimeoutMs: 10_000,
  /** The time in which a client must send a whole request. */
  requestTimeoutMs: 20_000,
  /** How long a client may take to read more of a response. */
  stallTimeoutMs: 10_000,
  /** Connections to the metrics port: of health checks, and of one or two Prometheus servers. */
  maxMetricsConnections: 20,
  /** The time in which a connection to the backend must be established. */
  connectTimeoutMs: 5_000,
  /** The part of it that each of several addresses has, but for the last one; a lost packet is repeated after 1 s. */
  connectAttemptTimeoutMs: 2_000,
  /** How long an idle connection to the backend is kept: some backends have a worker wait for each. */
  backendIdleTimeoutMs: 500,
  /** How long a connection to the backend is used, from its first response, so that another address takes effect. */
  backendConnectionMaxAgeMs: 5_000,
  /** How long the backend's addresses are used before its host name is looked up again. */
  backendAddressTtlMs: 3_000,
  /** How long the rest of a body is discarded after a response before the connection is closed. */
  lingerMs: 1_000,
  /** The size of a request's target and headers, as Node.js has it: a subscriber does not choose the cookies of a domain. */
  maxHeaderBytes: 16 * 1024,
  /** A request with more headers gets a 431. */
  maxHeadersCount: 100,
  /** The edge, the mock and the contract's example have the same limit. */
  maxBodyBytes: 64 * 1024,
  /** The number of tiny chunks in a body. */
  maxBodyChunks: 2_048,
  /** The memory of all request bodies together. */
  maxBufferedBytes: 32 * 1024 * 1024,
};

export type Limits = typeof defaultLimits;
