import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Who asks, as far as we know or our own proxies tell. */
export interface Caller {
  /** The client's address, then those of our own proxies: the last is who connected to us. */
  addresses: readonly string[];
  protocol: 'http' | 'https';
  host: string;
}

/**
 * Reads `X-Forwarded-*` as far as it can be believed: each of our own proxies has put in one entry at
 * the end of each list, or has replaced the list. What stands before these came from the client.
 */
export function findCaller(req: IncomingMessage, trustedProxyHops: number): Caller {
  const believed = (name: string) => {
    const value = trustedProxyHops > 0 ? req.headers[name] : undefined;
    return typeof value === 'string' ? entriesOf(value).slice(-trustedProxyHops) : [];
  };
  const peer = req.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? 'unknown';
  const host = believed('x-forwarded-host').find((name) => /^[\w.\-:[\]]+$/.test(name));
  return {
    addresses: [...believed('x-forwarded-for').filter((address) => isIP(address)), peer],
    protocol: believed('x-forwarded-proto')[0]?.toLowerCase() === 'https' ? 'https' : 'http',
    host: host ?? req.headers.host ?? '',
  };
}

function entriesOf(list: string): string[] {
  return list.split(',').map((entry) => entry.trim());
}
