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
    /** The attributes as sent, with the first semicolon. */
    attributes: line.slice(pair.length),
    /** The last value of each attribute, by its name in lower case. */
    values: new Map(entries),
  };
}

export interface CookieUse {
  /** Undefined if the host that the browser sees is not known. */
  hostname: string | undefined;
  /** The path of the request whose response sets the cookie. */
  requestPath: string;
  /** The path of a later request. */
  targetPath: string;
}

/** Why a browser would not send a cookie with a later request (RFC 6265, 5.3 and 5.4); undefined if it would. */
export function findCookieProblem(cookie: SetCookie, use: CookieUse): string | undefined {
  return (
    findExpiry(cookie) ??
    findInsecurity(cookie) ??
    findOtherDomain(cookie, use) ??
    findOtherPath(cookie, use)
  );
}

/** `Max-Age` comes before `Expires`. */
function findExpiry({ values }: SetCookie): string | undefined {
  const maxAge = values.get('max-age') ?? '';
  if (/^-?\d+$/.test(maxAge)) return Number(maxAge) > 0 ? undefined : `its Max-Age is ${maxAge}`;

  const expires = Date.parse(values.get('expires') ?? '');
  return expires <= Date.now() ? 'its Expires is in the past' : undefined;
}

function findInsecurity({ values }: SetCookie): string | undefined {
  const isCrossSite = values.get('samesite')?.toLowerCase() === 'none';
  if (!isCrossSite || values.has('secure')) return undefined;
  return 'its SameSite is None, but it is not Secure';
}

function findOtherDomain({ values }: SetCookie, { hostname }: CookieUse): string | undefined {
  const domain = values.get('domain')?.replace(/^\./, '').toLowerCase();
  const isWithin = `.${hostname}`.endsWith(`.${domain}`);
  return !hostname || !domain || isWithin ? undefined : `its Domain is ${domain}, not ${hostname}`;
}

function findOtherPath(
  { values }: SetCookie,
  { requestPath, targetPath }: CookieUse,
): string | undefined {
  const given = values.get('path');
  // Without the attribute, it is that of the directory (RFC 6265, 5.1.4).
  const directory = requestPath.slice(0, requestPath.lastIndexOf('/')) || '/';
  const path = given?.startsWith('/') ? given : directory;
  const isWithin = targetPath === path || targetPath.startsWith(path.replace(/\/?$/, '/'));
  if (isWithin) return undefined;
  return given === undefined ? `without Path it is sent only below ${path}` : `its Path is ${path}`;
}
