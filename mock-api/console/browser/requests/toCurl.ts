import { mask } from '../../../../contract/mask.ts';
import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** The headers that curl or a proxy adds by itself. */
const ownHeaders =
  /^(host|connection|keep-alive|content-length|transfer-encoding|accept-encoding|date|te|via|forwarded|x-forwarded-.*|x-request-id|sec-.*)$/;

/** Returns the headers that a repeated request needs, without masked ones. */
function significantHeaders({ requestHeaders = {} }: JournalEntry) {
  return Object.entries(requestHeaders).filter(
    ([name, value]) => !ownHeaders.test(name) && !value.includes(mask),
  );
}

/** Returns the text of a request body, which the journal keeps as a parsed value. */
export function requestText({ body, requestHeaders }: JournalEntry): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  const mediaType = requestHeaders?.['content-type'] ?? '';
  if (mediaType.startsWith('application/x-www-form-urlencoded')) {
    return new URLSearchParams(body as Record<string, string>).toString();
  }
  return JSON.stringify(body);
}

/** Returns the command that repeats a request in a POSIX shell. */
export function toCurl(entry: JournalEntry, origin: string): string {
  const { method, path } = entry;
  const body = requestText(entry);
  const methodOption = method === 'GET' ? '' : ` -X ${method}`;
  // Without globbing, because paths may contain braces.
  const parts = [`curl -ig${methodOption} ${quote(origin + path)}`];
  for (const [name, value] of significantHeaders(entry)) {
    // curl drops a header without a value unless its name ends in a semicolon.
    parts.push(`-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  if (body !== undefined) parts.push(`--data-raw ${quote(body)}`);
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
