/** Limits on the time, the number and the size of what clients and the backend send. */
export interface Limits {
  /** The time in which a client must send the headers of a request. */
  headersTimeoutMs: number;
  /** The time in which a client must send a whole request. */
  requestTimeoutMs: number;
  /** How long an idle client connection is kept: longer than load balancers keep it, usually 60 s. */
  keepAliveTimeoutMs: number;
  /** How long a client may take to read more of a response. */
  stallTimeoutMs: number;
  /** The time in which a connection to the backend must be established. */
  connectTimeoutMs: number;
  /** How long a connection to the backend is kept, from its first response: shorter than firewalls keep an idle one. */
  backendConnectionMaxAgeMs: number;
  /** How long the backend's addresses are used before its host name is looked up again. */
  backendAddressTtlMs: number;
  /** How long the rest of a body is discarded after a response before the connection is closed. */
  lingerMs: number;
  /** The size of a request's target and headers, which take several times as much memory. */
  maxHeaderBytes: number;
  /** A request with more headers gets a 431. */
  maxHeadersCount: number;
  /** The ingress, the mock and the contract's example have the same limit. */
  maxBodyBytes: number;
  /** The number of tiny chunks in a body. */
  maxBodyChunks: number;
  /** The memory of all request bodies together. */
  maxBufferedBytes: number;
}

export const defaultLimits: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
  backendConnectionMaxAgeMs: 10_000,
  backendAddressTtlMs: 5_000,
  lingerMs: 1_000,
  maxHeaderBytes: 8 * 1024,
  maxHeadersCount: 100,
  maxBodyBytes: 64 * 1024,
  maxBodyChunks: 2_048,
  maxBufferedBytes: 32 * 1024 * 1024,
};
