import { createServer, type IncomingMessage } from 'node:http';
import { listenLocally } from '../stack/listenLocally.ts';

/**
 * Starts a backend that records every request the host should have rejected or rewritten. `forwardedFor` is
 * the expected address of the client.
 */
export async function startValidatingBackend(forwardedFor = '127.0.0.1') {
  const violations: string[] = [];
  let receivedCount = 0;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (req, res) => {
    receivedCount++;
    const violation = findViolation(req, forwardedFor);
    if (violation) violations.push(`${violation}: ${req.method} ${req.url}`);
    req.resume();
    res.setHeader('Content-Type', 'application/json');
    req.on('end', () => res.end('{"name":"daily","fullName":"The Daily"}'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The host resets a request when its client disconnects.
    if (error.code !== 'ECONNRESET') violations.push(`unreadable: ${error.code}`);
    socket.destroy();
  });
  const { url, close } = await listenLocally(server);
  return { url, close, violations, received: () => receivedCount };
}

function findViolation(
  { method = '', url = '', headers }: IncomingMessage,
  forwardedFor: string,
): string | undefined {
  const path = url.split('?', 1)[0] ?? '';
  if (!/^(GET|HEAD|POST)$/.test(method)) return 'method';
  if (!/^\/(rest|jsp)(\/|$)/.test(path)) return 'prefix';
  if (/\/\/|\/\.{1,2}(\/|$)|[\\;#]|%(00|2e|2f|5c|25|3b)/i.test(path)) return 'path';
  if (/[^\x21-\x7e]/.test(url)) return 'bytes';
  if (headers['transfer-encoding'] !== undefined) return 'transfer-encoding';
  if (method !== 'POST' && headers['content-length'] !== undefined) return 'body';
  if (headers['x-original-url'] !== undefined) return 'override';
  if (headers['x-forwarded-for'] !== forwardedFor) return 'forwarded';
  if (/forged/.test(JSON.stringify(headers))) return 'forged';
  if (headers['x-forwarded-proto'] !== 'http') return 'protocol';
  return undefined;
}
