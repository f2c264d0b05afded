import type { RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import { sendOverloaded } from '../middleware/sendOverloaded.ts';

/**
 * Responds 503 with `Retry-After` while `maxInFlight` requests are at the backend, or
 * `maxInFlightPerClient` of one client. A request counts until its call has ended, even when its client
 * has disconnected.
 */
export function limitInFlight({
  maxInFlight,
  maxInFlightPerClient,
}: Pick<Config, 'maxInFlight' | 'maxInFlightPerClient'>): RequestHandler {
  const counts = new Map<string, number>();
  let total = 0;
  return (_req, res, next) => {
    const { clientAddress, exchange } = res.locals;
    const client = clientKey(clientAddress.ips[0] ?? '');
    const count = counts.get(client) ?? 0;
    if (total >= maxInFlight || count >= maxInFlightPerClient) return sendOverloaded(res);
    total++;
    counts.set(client, count + 1);
    exchange.onEnd(() => {
      total--;
      const left = (counts.get(client) ?? 1) - 1;
      if (left === 0) counts.delete(client);
      else counts.set(client, left);
    });
    next();
  };
}

/** Returns the /64 network of an IPv6 address, because one client may use all of its addresses. */
function clientKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const [before = '', after] = ip.split('::');
  const groups = before === '' ? [] : before.split(':');
  const missing = 8 - groups.length - (after ? after.split(':').length : 0);
  const all = after === undefined ? groups : [...groups, ...Array(missing).fill('0')];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return network.join(':');
}
