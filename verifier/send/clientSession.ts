import type { Operation, SecurityScheme } from '../../contract/index.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { HttpResponse } from './sendRequest.ts';

/** What a client keeps of the responses to continue a session. */
export type ClientSession = ReturnType<typeof createClientSession>;

/**
 * Creates a session that ignores deletions, expiry, paths and domains of cookies: the server must reject an ended
 * session even if the client still sends its cookie.
 */
export function createClientSession() {
  const cookies = new Map<string, string>();
  return {
    /** Stores the cookies of a response. */
    store(response: HttpResponse) {
      for (const line of response.headers['set-cookie'] ?? []) {
        const [pair = '', ...attributes] = line.split(';');
        const separator = pair.indexOf('=');
        const value = pair.slice(separator + 1).trim();
        const isDeletion = value === '' || attributes.some((text) => /^\s*max-age=0/i.test(text));
        if (separator > 0 && !isDeletion) cookies.set(pair.slice(0, separator).trim(), value);
      }
    },
    /** Of a request in the session; undefined before a response has started one. */
    headers(): SentHeaders | undefined {
      if (cookies.size === 0) return undefined;

      return { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
    },
    /** The value of the cookie that a security scheme takes. */
    idOf: ({ in: place, key = '' }: SecurityScheme) =>
      place === 'cookie' ? cookies.get(key) : undefined,
  };
}

/** Whether each security alternative of an operation has a cookie and another scheme beside it. */
export function needsMoreThanSession({ security }: Operation): boolean {
  const isCookie = (scheme: SecurityScheme) => scheme.in === 'cookie';
  return (
    security.length > 0 &&
    security.every((schemes) => schemes.some(isCookie) && !schemes.every(isCookie))
  );
}
