import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { requestText, significantHeaders } from './requestMessage.ts';

/** Sends a request again. The browser adds headers of its own. */
export function replay(entry: JournalEntry): Promise<Response> {
  const { method, path, requestHeaders } = entry;
  const body = requestText(entry);
  return fetch(location.origin + path, {
    method,
    headers: significantHeaders(requestHeaders),
    cache: 'no-store',
    ...(body !== undefined && { body }),
  });
}
