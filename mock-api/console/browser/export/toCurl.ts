import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { requestText, significantHeaders } from './requestMessage.ts';

/** The command that sends a request again, for a POSIX shell. */
export function toCurl(entry: JournalEntry, origin: string): string {
  const { method, path, requestHeaders } = entry;
  const body = requestText(entry);
  const options = [
    // Without globbing, because paths may contain braces.
    `curl -ig${method === 'HEAD' ? 'I' : method === 'GET' ? '' : ` -X ${method}`} ${quote(origin + path)}`,
    ...significantHeaders(requestHeaders).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return options.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
