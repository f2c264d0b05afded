import { readRetryAfterMs } from '#contract';
import type { Exchange, Received } from '../model.ts';

/** Whether a status is that of a limit, of what HTTP leaves open, or of a value that the server may not have. */
export function isInconclusive({ tolerated, mayBeUnknown, expected, response }: Exchange): boolean {
  const { status } = response;
  const isUnknown = mayBeUnknown && [401, 403, 404].includes(status) && expected !== 'unauthorized';
  return isLimit(response) || isUnknown || tolerated.includes(status);
}

/** Whether a response is that of a limit of requests, which says when to try again. */
export function isLimit({ status, headers }: Received): boolean {
  return status === 429 || (status === 503 && readRetryAfterMs(headers) !== undefined);
}
