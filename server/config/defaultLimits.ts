/** Limits on the time, the number and the size of what clients and the backend send. */
export const defaultLimits = {
  /** The time in which a client must send the headers of a request. */
  headersTimeoutMs: 10_000,
  /** The time in which a client must send a whole request. */
  requestTimeoutMs: 20_000,
  /** The time in which a client must read more of a response. */
  stallTimeoutMs: 10_000,
  /** The number of connections to the metrics port, for health checks and one or two Prometheus servers. */
  maxMetricsConnections: 20,
  /** The time in which a connection to the backend must be established. */
  connectTimeoutMs: 5_000,
  /**
   * The time in which a connection to one of several addresses, except the last, must be established. TCP sends a lost
   * packet again after 1 s.
   */
  connectAttemptTimeoutMs: 2_000,
  /** The time for which an idle connection to the backend is kept: in some backends, a worker waits for each. */
  backendIdleTimeoutMs: 500,
  /** The time for which a connection to the backend is used, so that new addresses take effect. */
  backendConnectionMaxAgeMs: 5_000,
  /** The time for which the backend's addresses are used before its host name is looked up again. */
  backendAddressTtlMs: 3_000,
  /** The time for which the rest of a body is discarded after a response, before the connection is closed. */
  lingerMs: 1_000,
  /**
   * The size of a request's URL and headers, in bytes: the default of Node.js, which the cookies of a domain may need.
   */
  maxHeaderBytes: 16 * 1024,
  /** The number of headers of a request; more result in 431. */
  maxHeadersCount: 100,
  /** The size of a request body; the mock and the examples for reverse proxies have the same limit. */
  maxBodyBytes: 64 * 1024,
  /** The number of tiny chunks in a body. */
  maxBodyChunks: 2_048,
  /** The memory of all request bodies together. */
  maxBufferedBytes: 32 * 1024 * 1024,
};

export type Limits = typeof defaultLimits;
