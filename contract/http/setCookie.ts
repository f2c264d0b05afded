import { type Headers, headerLines } from './httpMessage.ts';

export interface SetCookie {
  name: string;
  value: string;
  /** The last value of each attribute, by its name in lower case. */
  attributes: ReadonlyMap<string, string>;
  /** Whether the line deletes the cookie: the value is empty, or it has expired. */
  isDeletion: boolean;
}

/**
 * Reads the cookies that a response sets or deletes. A later line replaces one with the same name, domain and path, and
 * a line without a name is ignored (RFC 6265, 5.2 and 5.3).
 */
export function readSetCookies(headers: Headers): SetCookie[] {
  const cookies = headerLines(headers, 'set-cookie').map(parseSetCookie);
  const keyOf = ({ name, attributes }: SetCookie) =>
    JSON.stringify([name, attributes.get('domain'), attributes.get('path')]);
  return [...new Map(cookies.map((it) => [keyOf(it), it])).values()].filter((it) => it.name !== '');
}

function parseSetCookie(line: string): SetCookie {
  const [pair = '', ...others] = line.split(';');
  const attributes = new Map(
    others.map((text) => {
      const [name, value] = splitPair(text);
      return [name.toLowerCase(), value];
    }),
  );
  const [name, value] = pair.includes('=') ? splitPair(pair) : ['', ''];
  const isDeletion = value === '' || findExpiry(attributes) !== undefined;
  return { name, value, attributes, isDeletion };
}

function splitPair(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim(), value.join('=').trim()];
}

export interface CookieUse {
  /** The host that the browser sees; undefined if it is not known. */
  hostname: string | undefined;
  /** The path of the request whose response sets the cookie. */
  requestPath: string;
  /** The path of a later request. */
  targetPath: string;
}

/** Finds the reason why a browser would not send a cookie with a later request (RFC 6265, 5.3 and 5.4). */
export function findCookieProblem(cookie: SetCookie, use: CookieUse): string | undefined {
  return (
    findExpiry(cookie.attributes) ??
    findInsecurity(cookie) ??
    findOtherDomain(cookie, use) ??
    findOtherPath(cookie, use)
  );
}

/** Finds the attribute by which a cookie has expired. `Max-Age` takes precedence over `Expires`. */
function findExpiry(attributes: SetCookie['attributes']): string | undefined {
  const maxAge = attributes.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) > 0 ? undefined : `its Max-Age is ${maxAge}`;

  const expires = Date.parse(attributes.get('expires') ?? '');
  return expires <= Date.now() ? 'its Expires is in the past' : undefined;
}

function findInsecurity({ attributes }: SetCookie): string | undefined {
  const isCrossSite = attributes.get('samesite')?.toLowerCase() === 'none';
  if (!isCrossSite || attributes.has('secure')) return undefined;
  return 'its SameSite is None, but it is not Secure';
}

function findOtherDomain({ attributes }: SetCookie, { hostname }: CookieUse): string | undefined {
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase();
  const isWithin = `.${hostname}`.endsWith(`.${domain}`);
  return !hostname || !domain || isWithin ? undefined : `its Domain is ${domain}, not ${hostname}`;
}

function findOtherPath(
  { attributes }: SetCookie,
  { requestPath, targetPath }: CookieUse,
): string | undefined {
  const given = attributes.get('path');
  // The default is the directory of the request (RFC 6265, 5.1.4).
  const directory = requestPath.slice(0, requestPath.lastIndexOf('/')) || '/';
  const path = given?.startsWith('/') ? given : directory;
  const isWithin = targetPath === path || targetPath.startsWith(path.replace(/\/?$/, '/'));
  if (isWithin) return undefined;
  return given === undefined ? `without Path it is sent only below ${path}` : `its Path is ${path}`;
}
