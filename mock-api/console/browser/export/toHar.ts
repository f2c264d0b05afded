import type { JournalEntry } from '../../../journal/journalEntry.ts';
import { requestText } from './requestMessage.ts';

/**
 * An HTTP archive 1.2 of these entries, oldest first. Fields that begin with `_` are the journal's own.
 * @see https://w3c.github.io/web-performance/specs/HAR/Overview.html
 */
export function toHar(entries: readonly JournalEntry[], origin: string) {
  return {
    log: {
      version: '1.2',
      creator: { name: 'subscriber-feedback mock', version: '1' },
      entries: [...entries].sort((a, b) => a.id - b.id).map((entry) => toHarEntry(entry, origin)),
    },
  };
}

function toHarEntry(entry: JournalEntry, origin: string) {
  const { at, method, path, status = 0, mediaType, durationMs = 0 } = entry;
  const { responseBody = '', responseEncoding } = entry;
  const url = origin + path;
  const body = requestText(entry);
  const contentType = entry.requestHeaders?.['content-type'] ?? 'application/json';
  const unknownSizes = { headersSize: -1, bodySize: -1 };
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(entry.requestHeaders),
      queryString: toPairs(Object.fromEntries(URL.parse(url)?.searchParams ?? [])),
      ...(body !== undefined && { postData: { mimeType: contentType, text: body } }),
      ...unknownSizes,
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toPairs(entry.responseHeaders),
      content: {
        size: new TextEncoder().encode(responseBody).length,
        mimeType: mediaType ?? '',
        text: responseBody,
        ...(responseEncoding && { encoding: responseEncoding }),
      },
      redirectURL: '',
      ...unknownSizes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _operation: entry.operation,
    _scenario: entry.scenario,
    _outcome: entry.outcome,
    _violations: entry.violations,
  };
}

function toPairs(values: Readonly<Record<string, string>> = {}) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
