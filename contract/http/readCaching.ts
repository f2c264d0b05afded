import { type Headers, headerText } from './httpMessage.ts';

/** The permissions that a response's headers give to caches (RFC 9111, 5.2.2 and 5.3). */
export interface Caching {
  /** Whether no cache that several users share may store it. */
  isPrivate: boolean;
  /** Whether shared caches may store it although it is for one user. */
  isPublic: boolean;
  /** Whether a cache may send it again without a request to the server. */
  isFresh: boolean;
}

/** Reads `Cache-Control` and `Expires`. */
export function readCaching(headers: Headers): Caching {
  const control = parseDirectives(headerText(headers, 'cache-control') ?? '');
  const lasts = (name: string) => Number(control.get(name)) > 0;
  const isPrivate = control.has('private') || control.has('no-store');
  const isPublic = !isPrivate && (control.has('public') || lasts('s-maxage'));
  const isChecked = control.has('no-store') || control.has('no-cache');
  const hasAge = control.has('max-age') || control.has('s-maxage');
  const expires = Date.parse(headerText(headers, 'expires') ?? '');
  const isLasting = hasAge ? lasts('max-age') || lasts('s-maxage') : expires > Date.now();
  return { isPrivate, isPublic, isFresh: isLasting && !isChecked };
}

/** Returns the values of directives by their names in lower case. A directive without a value has an empty one. */
function parseDirectives(text: string): ReadonlyMap<string, string> {
  const directives = text.matchAll(/([^\s,="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,"]*)))?/g);
  return new Map(
    [...directives].map(([, name = '', quoted, token = '']) => [
      name.toLowerCase(),
      quoted ?? token,
    ]),
  );
}
