export type SetCookie = ReturnType<typeof parseSetCookie>;

/** Parses the value of a `Set-Cookie` header. */
export function parseSetCookie(line: string) {
  const [pair = '', ...attributes] = line.split(';');
  const [name = ''] = pair.split('=');
  const entries = attributes.map((text) => {
    const [key = '', ...value] = text.split('=');
    return [key.trim().toLowerCase(), value.join('=').trim()] as const;
  });
  return {
    name: name.trim(),
    /** As sent, with the first semicolon. */
    attributes: line.slice(pair.length),
    /** The last value of each attribute, by its name in lower case. */
    values: new Map(entries),
  };
}

export interface CookieUse {
  /** Undefined if the host that the browser sees is not known. */
  hostname: string | undefined;
  /** Of the request whose response sets the cookie. */
  requestPath: string;
  /** Of a later request. */
  targetPath: string;
}

/** Why a browser would not send a cookie with a later request (RFC 6265, 5.3 and 5.4); undefined if it would. */
export function findCookieProblem(
  { values }: SetCookie,
  { hostname, requestPath, targetPath }: CookieUse,
): string | undefined {
  const maxAge = values.get('max-age');
  const expires = Date.parse(values.get('expires') ?? '');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) {
    if (Number(maxAge) <= 0) return `its Max-Age is ${maxAge}`;
  } else if (expires <= Date.now()) return 'its Expires is in the past';

  if (values.get('samesite')?.toLowerCase() === 'none' && !values.has('secure')) {
    return 'its SameSite is None, but it is not Secure';
  }
  const domain = values.get('domain')?.replace(/^\./, '').toLowerCase();
  if (hostname && domain && hostname !== domain && !hostname.endsWith(`.${domain}`)) {
    return `its Domain is ${domain}, not ${hostname}`;
  }
  const given = values.get('path');
  const path = given?.startsWith('/') ? given : directoryOf(requestPath);
  if (isWithin(targetPath, path)) return undefined;
  return given === undefined ? `without Path it is sent only below ${path}` : `its Path is ${path}`;
}

/** The path of a cookie without the attribute (RFC 6265, 5.1.4). */
function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function isWithin(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.replace(/\/?$/, '/'));
}
