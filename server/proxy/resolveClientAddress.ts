import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';

/** The origin of a request, as far as this host and the trusted proxies know. */
export interface ClientAddress {
  /** The client's IP address, followed by those of the trusted proxies. */
  ips: readonly string[];
  protocol: 'http' | 'https';
  /** The host that the client requested. */
  host: string;
}

/**
 * Resolves the client address from the trusted `X-Forwarded-*` headers. Only the last `trustedProxyHops`
 * entries of each list count, because the client can send any others. Express's `trust proxy` setting uses
 * the first entry of `X-Forwarded-Proto` and `X-Forwarded-Host`.
 */
export function resolveClientAddress(
  { headers, socket }: IncomingMessage,
  { trustedProxyHops, trustedForwardedHeaders }: Config,
): ClientAddress {
  const trustedEntries = (name: Config['trustedForwardedHeaders'][number]) => {
    const isTrusted = trustedProxyHops > 0 && trustedForwardedHeaders.includes(name);
    const value = isTrusted ? headers[name] : undefined;
    if (typeof value !== 'string') return [];

    return value
      .split(',')
      .map((entry) => entry.trim().replace(/^"(.*)"$/, '$1'))
      .slice(-trustedProxyHops);
  };

  const peer = parseAddress(socket.remoteAddress ?? '') ?? 'unknown';
  const host = trustedEntries('x-forwarded-host').find((name) => /^[\w.\-:[\]]+$/.test(name));
  const [protocol] = trustedEntries('x-forwarded-proto');

  return {
    ips: [...trustedEntries('x-forwarded-for').flatMap((entry) => parseAddress(entry) ?? []), peer],
    protocol: protocol?.toLowerCase() === 'https' ? 'https' : 'http',
    host: host ?? headers.host ?? '',
  };
}

/** Returns an IP address without a port, and as IPv4 if a dual-stack socket has mapped it to IPv6. */
function parseAddress(text: string): string | undefined {
  const [, bracketed] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ?? [];
  const address = bracketed ?? text.replace(/^([\d.]+):\d+$/, '$1');
  return isIP(address) ? address.replace(/^::ffff:(?=[\d.]+$)/i, '') : undefined;
}
