import { STATUS_CODES } from 'node:http';
import type { GatewayProblem, Problem } from '#openapi';
import type { Response } from '../locals.ts';
import { setSharedHeaders } from './sharedHeaders.ts';

/** The media type of problem details (RFC 9457). */
export const problemMediaType = 'application/problem+json';

export function createProblem(status: number, detail: string): Problem {
  return { title: STATUS_CODES[status] ?? 'Error', status, detail };
}

/**
 * Sends an error response. The detail must contain no URL and nothing personal. Express's `res.json()`
 * would throw on a malformed `Content-Type` that is already set.
 */
export function sendProblem(
  res: Response,
  status: number,
  detail: string,
  extensions: Pick<Partial<GatewayProblem>, 'mayHaveArrived'> = {},
): void {
  const problem = {
    ...createProblem(status, detail),
    requestId: res.locals.requestId,
    ...extensions,
  };
  const body = Buffer.from(JSON.stringify(problem));
  setSharedHeaders(res);
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': problemMediaType,
    'Content-Length': body.length,
  });
  res.end(body);
}

/** Responds 503 with `Retry-After`. The request must not have been sent to the backend. */
export function sendOverloaded(res: Response): void {
  res.set('Retry-After', '2');
  sendProblem(res, 503, 'The service is busy. Try again in a few seconds.');
}
