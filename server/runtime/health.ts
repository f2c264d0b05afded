import type { RequestListener, ServerResponse } from 'node:http';

/** Liveness: the process responds. */
export const live: RequestListener = (_req, res) => send(res, 200, 'live\n');

/**
 * Readiness: 503 once the host is shutting down. A failing backend does not count, because the page and
 * its error messages are needed then, and every other instance has the same backend.
 */
export function ready(shutdown: AbortSignal): RequestListener {
  return (_req, res) =>
    shutdown.aborted ? send(res, 503, 'shutting down\n') : send(res, 200, 'ready\n');
}

function send(res: ServerResponse, status: number, text: string): void {
  res.statusCode = status;
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Type', 'text/plain; charset=utf-8');
  res.end(text);
}
