import type { Request, RequestHandler } from 'express';
import { sendError } from '../respond/defineError.ts';

const safeMethods = ['GET', 'HEAD'];
/** IP addresses and names that no public DNS server resolves. */
const localName = /^([\d.]+|\[[\da-f:.]+\]|[^.]*|.*\.(internal|local|localhost|test))$/i;

/**
 * Rejects requests to a name that a site could let resolve to this machine, to read everything (DNS
 * rebinding), and requests that change something and come from a page of another origin. Clients that are no
 * browsers send no origin.
 * @param allowedHosts names that are accepted besides local ones
 */
export function rejectOtherOrigins(allowedHosts: readonly string[] = []): RequestHandler {
  return (req, res, next) => {
    // A proxy such as the host sends the requested name in the second header, a page may send any.
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
  // Browsers send it only to a URL of HTTPS or localhost.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const originHost = URL.parse(origin)?.host;
  return originHost !== undefined && [host, forwardedHost].includes(originHost);
}
