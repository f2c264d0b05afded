import { mayPrecede, readRetryAfterMs, splitTarget } from '#contract';
import type { Exchange, Received } from '../model.ts';

/** Whether a status is that of a rate limit, one that the case or HTTP tolerates, or one for an unknown id or user. */
export function isInconclusive(exchange: Exchange): boolean {
  const { tolerated, mayBeUnknown, expected, operation, request, response } = exchange;
  const { status } = response;
  const isUnknown = mayBeUnknown && [401, 403, 404].includes(status) && expected !== 'unauthorized';
  if (isLimit(response) || isUnknown || tolerated.includes(status)) return true;

  const { query } = splitTarget(request.target);
  // The status of a router for an undeclared method has its own check.
  return expected !== 'method' && mayPrecede(operation, { method: request.method, query }, status);
}

/** Whether a response is that of a rate limit, which says when to try again. */
export function isLimit({ status, headers }: Received): boolean {
  return status === 429 || (status === 503 && readRetryAfterMs(headers) !== undefined);
}
