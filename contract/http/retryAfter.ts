import { type Headers, headerText } from './httpMessage.ts';

/** A number of seconds or a date (RFC 9110, 10.2.3). */
export const retryAfterPattern = /^(\d+|[A-Z][a-z]{2}.* GMT)$/;

/** The milliseconds until a client may try again; undefined without `Retry-After`, NaN if it is malformed. */
export function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headerText(headers, 'retry-after');
  if (text === undefined) return undefined;
  if (!retryAfterPattern.test(text)) return Number.NaN;
  return /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
}
