/** Limits on what a client or the backend may take. */
export interface Limits {
  /** For a client to send the headers of a request. */
  headersTimeoutMs: number;
  /** For a client to send a whole request. */
  requestTimeoutMs: number;
  /** For an idle client connection; longer than a load balancer keeps it, usually 60 s. */
  keepAliveTimeoutMs: number;
  /** For a client to read more of a response. */
  stallTimeoutMs: number;
  /** For connecting to the backend. */
  connectTimeoutMs: number;
  /** For an idle connection to the backend; shorter than firewalls keep it. */
  backendKeepAliveTimeoutMs: number;
  /** For a connection to the backend, from its first response. */
  backendConnectionMaxAgeMs: number;
  /** For the backend's addresses, before its host name is looked up again. */
  backendAddressTtlMs: number;
  /** For a client that keeps sending a rejected body before its connection is closed. */
  lingerMs: number;
  /** For the requests that wait for the one before them on the same connection. */
  maxPipelinedRequests: number;
  /** For the requests that wait on all connections together. */
  maxWaitingBytes: number;
  /** For the headers of a request, by their number; as many result in 431. */
  maxHeadersCount: number;
  maxBodyBytes: number;
  /** For all bodies in memory together. */
  maxBufferedBytes: number;
}

export const defaultLimits: Limits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 10_000,
  connectTimeoutMs: 5_000,
  backendKeepAliveTimeoutMs: 15_000,
  backendConnectionMaxAgeMs: 10_000,
  backendAddressTtlMs: 5_000,
  lingerMs: 1_000,
  maxPipelinedRequests: 16,
  maxWaitingBytes: 8 * 1024 * 1024,
  maxHeadersCount: 100,
  maxBodyBytes: 64 * 1024,
  maxBufferedBytes: 32 * 1024 * 1024,
};
