import type { Handler } from '../locals.ts';

/** Liveness: the process responds. */
export const live: Handler = (_req, res) => {
  res.set('Cache-Control', 'no-store').type('text').send('live\n');
};

/**
 * Readiness: 503 once the host is shutting down. A failing backend does not count, because the page and
 * its error messages are needed then, and every other instance has the same backend.
 */
export function ready(shutdown: AbortSignal): Handler {
  return (_req, res) => {
    const [status, text] = shutdown.aborted ? [503, 'shutting down\n'] : [200, 'ready\n'];
    res.status(status).set('Cache-Control', 'no-store').type('text').send(text);
  };
}
