import type { IncomingHttpHeaders } from 'node:http';
import type { Probe } from '../../independent-backend/probes.ts';
import type { Headers } from './browsers.ts';

/** What a browser keeps between requests: the session cookie and the entity tags of its cache. */
export function createBrowserState() {
  let cookie: { pair: string; path: string } | undefined;
  const entityTags = new Map<string, string>();

  return {
    /** The headers of a request: the browser's, the request's own, and those that the browser adds. */
    requestHeaders(probe: Probe, browserHeaders: Headers): Record<string, string> {
      const { method, target, headers, body } = probe;
      const { origin = '', cookie: otherCookies, ...always } = browserHeaders;
      const sendsSession = headers.cookie !== undefined && cookie && target.startsWith(cookie.path);
      const cookies = [otherCookies, sendsSession ? cookie?.pair : undefined].filter(Boolean);
      const entityTag = method === 'GET' ? entityTags.get(target) : undefined;
      const { cookie: _placeholder, ...own } = headers;
      return {
        ...always,
        ...(method !== 'GET' && { origin }),
        ...own,
        ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
        ...(entityTag !== undefined && { 'if-none-match': entityTag }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(String(body))) }),
      };
    },

    store({ method, target }: Probe, { etag, 'set-cookie': setCookies }: IncomingHttpHeaders) {
      if (method === 'GET' && etag !== undefined) entityTags.set(target, etag);
      const line = setCookies?.find((text) => text.startsWith('JSESSIONID='));
      if (line !== undefined)
        cookie = isStored(line) ? { pair: pairOf(line), path: pathOf(line) } : undefined;
    },
  };
}

/** RFC 6265, 5.3, and SameSite as browsers implement it. */
function isStored(line: string): boolean {
  const expires = Date.parse(/;\s*expires=([^;]*)/i.exec(line)?.[1] ?? '');
  const isExpired = /;\s*max-age=(0|-)/i.test(line) || expires <= Date.now();
  const isInsecure = /;\s*samesite=none/i.test(line) && !/;\s*secure/i.test(line);
  return !isExpired && !isInsecure && !/;\s*domain=/i.test(line);
}

const pairOf = (line: string) => line.split(';', 1)[0] ?? '';
const pathOf = (line: string) => /;\s*path=([^;]*)/i.exec(line)?.[1] ?? '/jsp';
