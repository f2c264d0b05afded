import type { IncomingMessage } from 'node:http';
import { livePath, readyPath } from '../paths.ts';

/** A response to a health check, in plain text. */
export interface Health {
  status: 200 | 405 | 503;
  text: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Returns the response to a health check, or undefined for any other request. OPTIONS is allowed because HAProxy sends
 * it.
 *
 * @param shutdown aborted when the host is shutting down
 */
export function findHealth(
  { method = '', url = '' }: IncomingMessage,
  shutdown: AbortSignal,
): Health | undefined {
  const path = url.split('?', 1)[0]?.replace(/\/$/, '');
  if (path !== livePath && path !== readyPath) return undefined;

  if (!/^(?:GET|HEAD|OPTIONS)$/.test(method)) {
    const headers = { Allow: 'GET, HEAD, OPTIONS' };
    return { status: 405, text: 'Method not allowed.\n', headers };
  }

  return path === livePath ? live : ready(shutdown);
}

/** The response for liveness: the process responds. */
const live: Health = { status: 200, text: 'live\n' };

/**
 * Returns the response for readiness: 503 once the host is shutting down. A failing backend does not count, because the
 * page and its error messages are needed then, and every other instance has the same backend.
 */
function ready(shutdown: AbortSignal): Health {
  return shutdown.aborted
    ? { status: 503, text: 'shutting down\n' }
    : { status: 200, text: 'ready\n' };
}
