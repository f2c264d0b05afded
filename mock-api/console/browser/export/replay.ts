import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { requestText, significantHeaders } from './requestMessage.ts';

/** Sends a request again and describes the result. The browser adds headers of its own. */
export async function replay(entry: JournalEntry): Promise<string> {
  const { method, path, requestHeaders } = entry;
  const body = requestText(entry);
  try {
    const response = await fetch(location.origin + path, {
      method,
      headers: significantHeaders(requestHeaders).map(([name, value]): [string, string] => [
        name,
        value,
      ]),
      cache: 'no-store',
      ...(body !== undefined && { body }),
    });
    await response.text();
    return `Status ${response.status}`;
  } catch {
    return 'No complete response';
  }
}
