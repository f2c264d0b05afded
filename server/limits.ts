/** What a client or the backend may take before the host ends it. Times are in milliseconds. */
export interface Limits {
  /** For a client to send the head of a request. */
  headersMs: number;
  /** For a client to send a whole request. */
  requestMs: number;
  /** For a connection between two requests: longer than a load balancer keeps it, usually 60 s. */
  idleMs: number;
  /** For a client to take in more of an answer. */
  stallMs: number;
  /** For a connection to the backend to come about. */
  connectMs: number;
  /** For an unused connection to the backend: shorter than firewalls forget it. */
  idleBackendMs: number;
  /** For a client to go on sending a body that has been refused. */
  lingerMs: number;
  /** Of a request's body. */
  bodyBytes: number;
}

export const defaultLimits: Limits = {
  headersMs: 10_000,
  requestMs: 20_000,
  idleMs: 65_000,
  stallMs: 10_000,
  connectMs: 5_000,
  idleBackendMs: 15_000,
  lingerMs: 1_000,
  bodyBytes: 64 * 1024,
};
