import { isObject, type Operation, type SecurityScheme } from '../../../mock-api/contract/index.ts';
import type { Headers } from '../plan/mergeHeaders.ts';
import { type HttpResponse, readJson } from './sendRequest.ts';

/** What a client keeps of the responses to continue a session. */
export interface ClientSession {
  /** Stores the cookies of a response and the token in its JSON. */
  store(response: HttpResponse): void;
  /** Of a request in the session; undefined before a response has started one. */
  headers(): Headers | undefined;
  secrets(): string[];
  /** The value of the cookie or token that a security scheme takes. */
  idOf(scheme: SecurityScheme): string | undefined;
}

/**
 * Creates a session that ignores deletions, expiry, paths and domains of cookies: the server must reject an ended
 * session even if the client still sends its cookie.
 */
export function createClientSession(): ClientSession {
  const cookies = new Map<string, string>();
  let token: string | undefined;
  return {
    store(response) {
      for (const line of response.headers['set-cookie'] ?? []) {
        const [pair = '', ...attributes] = line.split(';');
        const separator = pair.indexOf('=');
        const value = pair.slice(separator + 1).trim();
        const isDeletion = value === '' || attributes.some((text) => /^\s*max-age=0/i.test(text));
        if (separator > 0 && !isDeletion) cookies.set(pair.slice(0, separator).trim(), value);
      }
      token = findToken(readJson(response)) ?? token;
    },
    headers() {
      if (cookies.size === 0 && token === undefined) return undefined;
      const pairs = [...cookies].map(([name, value]) => `${name}=${value}`);
      return {
        ...(pairs.length > 0 && { Cookie: pairs.join('; ') }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      };
    },
    secrets: () => [...cookies.values(), ...(token === undefined ? [] : [token])],
    idOf(scheme) {
      if (scheme.in === 'cookie') return cookies.get(scheme.key ?? '');
      return isToken(scheme) ? token : undefined;
    },
  };
}

/** Whether each security alternative of an operation has a scheme of the session and another one beside it. */
export function needsMoreThanSession({ security }: Operation): boolean {
  const isOfSession = (scheme: SecurityScheme) => scheme.in === 'cookie' || isToken(scheme);
  return (
    security.length > 0 &&
    security.every((schemes) => schemes.some(isOfSession) && !schemes.every(isOfSession))
  );
}

/** Whether a sign-in could start a session that operations take as a token. */
export function isToken({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme === 'bearer';
}

const tokenName = /^(access_?|auth_?|id_?|session_?)?token$|^jwt$/i;

/** The first access token in a body, at any depth. */
function findToken(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([name, part]) => tokenName.test(name) && typeof part === 'string');
  if (own) return String(own[1]);
  return entries.map(([, part]) => findToken(part)).find((token) => token !== undefined);
}
