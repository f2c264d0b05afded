import { type Headers, headerText } from './httpMessage.ts';

/** The values of `Retry-After`: a number of seconds or a date (RFC 9110, 10.2.3). */
export const retryAfterPattern = /^(\d+|[A-Z][a-z]{2}.* GMT)$/;

/** Reads `Retry-After` as milliseconds from now; undefined without the header, NaN if it is malformed. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headerText(headers, 'retry-after');
  if (text === undefined) return undefined;
  if (!retryAfterPattern.test(text)) return Number.NaN;
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
}
