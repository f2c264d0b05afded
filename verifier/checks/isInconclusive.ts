import { mayPrecede, readRetryAfterMs, splitTarget } from '#contract';
import type { Exchange, Received } from '../model.ts';

/** Whether a status is that of a limit, of what HTTP leaves open, or of a value that the server may not have. */
export function isInconclusive(exchange: Exchange): boolean {
  const { tolerated, mayBeUnknown, expected, operation, request, response } = exchange;
  const { status } = response;
  const isUnknown = mayBeUnknown && [401, 403, 404].includes(status) && expected !== 'unauthorized';
  if (isLimit(response) || isUnknown || tolerated.includes(status)) return true;

  const { query } = splitTarget(request.target);
  // What a router sends for an undeclared method is a check of its own.
  return expected !== 'method' && mayPrecede(operation, { method: request.method, query }, status);
}

/** Whether a response is that of a limit of requests, which says when to try again. */
export function isLimit({ status, headers }: Received): boolean {
  return status === 429 || (status === 503 && readRetryAfterMs(headers) !== undefined);
}
