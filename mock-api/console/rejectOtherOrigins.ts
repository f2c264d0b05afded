import type { Request, RequestHandler } from 'express';
import { sendProblem } from '../respond/sendProblem.ts';

const safeMethods = ['GET', 'HEAD'];
const loopbackAddress = /^(::ffff:)?127\.|^::1$/;
/** IP addresses and names that no public DNS server resolves, with or without a port. */
const localHost = /^([\d.]+|\[[\da-f:.]+\]|[^.]*|.*\.(internal|local|localhost|test))(:\d+)?$/i;

/**
 * Rejects requests that change something and come from a page of another origin. Clients that are no
 * browsers send neither header. On the loopback interface, other names of a host are rejected too: a site
 * could let its name resolve to this machine, and then read everything (DNS rebinding).
 */
export const rejectOtherOrigins: RequestHandler = (req, res, next) => {
  const { host = '' } = req.headers;
  if (loopbackAddress.test(req.socket.localAddress ?? '') && !localHost.test(host)) {
    const expected = 'expected localhost, an IP address or a name without a dot';
    return sendProblem(res, 403, `Host: ${expected}, got ${JSON.stringify(host)}.`);
  }
  if (safeMethods.includes(req.method) || isOwnOrigin(req)) return next();
  sendProblem(res, 403, 'Pages of another origin cannot change the mock.');
};

function isOwnOrigin({ headers }: Request): boolean {
  const { origin, host, 'x-forwarded-host': forwardedHost, 'sec-fetch-site': site } = headers;
  // Browsers send it only to a URL of HTTPS or localhost.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  if (origin === undefined) return true;
  const originHost = URL.parse(origin)?.host;
  return originHost !== undefined && [host, forwardedHost].includes(originHost);
}
