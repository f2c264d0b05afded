import type { IncomingMessage } from 'node:http';

/** The headers that are valid for one connection only (RFC 9110, 7.6.1). */
const hopByHopHeaders = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that are forwarded even if a client names them in `Connection`. */
const requiredHeaders = new Set(['content-length', 'host']);

/** The methods that Node.js would send with `Transfer-Encoding: chunked` without a length. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

/** Returns the headers of a message that a proxy forwards, with their order and spelling. */
export function endToEndHeaders({ headers, rawHeaders }: IncomingMessage): [string, string][] {
  const connectionHeaders = (headers.connection ?? '').toLowerCase().split(/[\s,]+/);
  const pairs: [string, string][] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    const key = name.toLowerCase();
    const isRemovable = !requiredHeaders.has(key) && connectionHeaders.includes(key);
    if (!hopByHopHeaders.has(key) && !isRemovable) pairs.push([name, rawHeaders[i + 1] ?? '']);
  }
  return pairs;
}

/**
 * Creates the headers of a forwarded request, with the backend's `Host` and a `Via`.
 * @param body the decompressed body, if it has already been read
 */
export function createRequestHeaders(
  req: IncomingMessage,
  { backend, via, body }: { backend: URL; via: string; body?: Buffer | undefined },
): string[] {
  const { localAddress, localPort } = req.socket;
  const ownHosts = new Set([
    `${localAddress}:${localPort}`,
    `localhost:${localPort}`,
    `[${localAddress}]:${localPort}`,
  ]);
  const headers = endToEndHeaders(req)
    .filter(([name]) => !body || !/^content-(encoding|length)$/i.test(name))
    .flatMap(([name, value]) => {
      // Any other `Host` is forwarded, because the backend may expect it.
      const isOwnHost = name.toLowerCase() === 'host' && ownHosts.has(value);
      return [name, isOwnHost ? backend.host : value];
    });
  return [...headers, ...framingHeaders(req, body), 'Via', `${req.httpVersion} ${via}`];
}

function framingHeaders({ method = '', headers }: IncomingMessage, body?: Buffer): string[] {
  if (body) return ['Content-Length', String(body.length)];
  if (headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];

  const isWithoutLength = headers['content-length'] === undefined && methodsWithBody.has(method);
  return isWithoutLength ? ['Content-Length', '0'] : [];
}
