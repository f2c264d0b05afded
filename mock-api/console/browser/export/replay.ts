import { createStandInToken, standInToken } from '../../../captcha/standInToken.ts';
import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { requestText, significantHeaders } from './requestMessage.ts';

/** Sends a request again, with a new captcha response. The browser adds headers of its own. */
export function replay(entry: JournalEntry): Promise<Response> {
  const { method, path, requestHeaders } = entry;
  const body = requestText(entry)?.replace(standInToken, createStandInToken);
  return fetch(location.origin + path, {
    method,
    headers: significantHeaders(requestHeaders),
    cache: 'no-store',
    ...(body !== undefined && { body }),
  });
}
