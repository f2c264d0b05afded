/** A response to a health check. */
export interface Health {
  status: 200 | 503;
  text: string;
}

/** Liveness: the process responds. */
export function live(): Health {
  return { status: 200, text: 'live\n' };
}

/**
 * Readiness: 503 once the host is shutting down. A failing backend does not count, because the page and
 * its error messages are needed then, and every other instance has the same backend.
 */
export function ready(shutdown: AbortSignal): Health {
  return shutdown.aborted
    ? { status: 503, text: 'shutting down\n' }
    : { status: 200, text: 'ready\n' };
}
