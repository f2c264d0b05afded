import type { Request, RequestHandler } from 'express';
import { sendError } from '../respond/defineError.ts';

const safeMethods = ['GET', 'HEAD'];
/** An IP address, or a name that no public DNS server resolves. */
const localName = /^([\d.]+|\[[\da-f:.]+\]|[^.]*|.*\.(internal|local|localhost|test))$/i;

/**
 * Creates a middleware against pages of other origins. It rejects requests to names of public DNS, which a site could
 * point to this machine to read everything (DNS rebinding), and changes from pages of another origin. Clients other
 * than browsers send no origin.
 * @param allowedHosts names that are accepted besides local ones
 */
export function rejectOtherOrigins(allowedHosts: readonly string[] = []): RequestHandler {
  return (req, res, next) => {
    // A proxy such as the host sends the requested name in the second header; a page may set it to any name.
    const { host = '', 'x-forwarded-host': forwardedHosts = [] } = req.headers;
    const names = [host, forwardedHosts].flat().join().split(',');
    const unknown = names
      .map((name) => name.trim().replace(/:\d+$/, ''))
      .find((name) => !localName.test(name) && !allowedHosts.includes(name.toLowerCase()));
    if (unknown !== undefined) {
      const expected = 'expected an IP address, a local name or one of MOCK_ALLOWED_HOSTS';
      return sendError(res, 403, `Host: ${expected}, got ${JSON.stringify(unknown)}.`);
    }
    if (safeMethods.includes(req.method) || isOwnOrigin(req)) return next();
    sendError(res, 403, 'Pages of another origin cannot change the mock.');
  };
}

function isOwnOrigin({ headers }: Request): boolean {
  const { origin, host, 'x-forwarded-host': forwardedHost, 'sec-fetch-site': site } = headers;
  // Browsers send `Sec-Fetch-Site` only to HTTPS or localhost.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const originHost = URL.parse(origin)?.host;
  return originHost !== undefined && [host, forwardedHost].includes(originHost);
}
