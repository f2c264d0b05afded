import { mask } from '../../../contract/mask.ts';
import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** Headers that a client adds itself, or that a proxy has added. */
const ownHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|date|te|via|forwarded|x-forwarded-.*|x-request-id|sec-.*)$/;

/** The headers that a copy of a message needs. Masked ones are left out. */
export function significantHeaders(headers: JournalEntry['requestHeaders'] = {}) {
  return Object.entries(headers).filter(
    ([name, value]) => !ownHeaders.test(name) && !value.includes(mask),
  );
}

/** The text of the request body. The journal keeps the parsed one. */
export function requestText({ body, requestHeaders }: JournalEntry): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  const mediaType = requestHeaders?.['content-type'] ?? '';
  if (mediaType.startsWith('application/x-www-form-urlencoded')) {
    return new URLSearchParams(body as Record<string, string>).toString();
  }
  return JSON.stringify(body);
}
