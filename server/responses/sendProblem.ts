import { STATUS_CODES } from 'node:http';
import type { GatewayProblem, Problem } from '#openapi';
import type { HostResponse } from '../locals.ts';
import { prepareHeaders } from './prepareHeaders.ts';

type Extensions = Pick<Partial<GatewayProblem>, 'mayHaveArrived'>;

const problemHeaders = prepareHeaders({
  'Cache-Control': 'no-store',
  // RFC 9457.
  'Content-Type': 'application/problem+json',
});

/** Creates the headers and the body of an error response. */
export function createProblem(
  requestId: string,
  status: number,
  detail: string,
  extensions: Extensions = {},
) {
  const problem: Problem = { title: STATUS_CODES[status] ?? 'Error', status, detail };
  const body = Buffer.from(JSON.stringify({ ...problem, requestId, ...extensions }));
  return { headers: [...problemHeaders(requestId), 'Content-Length', `${body.length}`], body };
}

/** Sends an error response. The detail must contain no URL and nothing personal. */
export function sendProblem(
  res: HostResponse,
  status: number,
  detail: string,
  extensions?: Extensions,
): void {
  const { headers, body } = createProblem(res.locals.requestId, status, detail, extensions);
  res.writeHead(status, headers).end(body);
}

/** Responds 503 with `Retry-After`. The request must not have been sent to the backend. */
export function sendOverloaded(res: HostResponse): void {
  res.setHeader('Retry-After', '2');
  sendProblem(res, 503, 'The service is busy. Try again in a few seconds.');
}
