import type { Response } from 'express';
import type { GatewayProblem, Problem } from '#openapi';
import { setSharedHeaders } from './sharedHeaders.ts';

/**
 * Sends an error response. The message must contain no URL and nothing personal. Express's `res.json()`
 * would throw on a malformed `Content-Type` that is already set.
 */
export function sendProblem(
  res: Response,
  status: number,
  message: string,
  details: Pick<Partial<GatewayProblem>, 'mayHaveArrived'> = {},
): void {
  const { requestId } = res.locals;
  const problem: Problem & Partial<GatewayProblem> = { message, requestId, ...details };
  const body = Buffer.from(JSON.stringify(problem));
  res.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  });
  res.end(body);
}

/** Removes the headers of a response that failed, except for the security headers and the request id. */
export function clearResponse(res: Response): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  res.statusMessage = '';
  setSharedHeaders(res);
}
