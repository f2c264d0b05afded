import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A backend that takes note of every request which should never have been passed on to it. */
export async function startJudgingBackend() {
  const offences: string[] = [];
  let received = 0;
  const server = createServer({ maxHeaderSize: 64 * 1024 }, (req, res) => {
    received++;
    const { method = '', url = '', headers } = req;
    const path = url.split('?', 1)[0] ?? '';
    const offence =
      (!/^(GET|HEAD|POST)$/.test(method) && 'method') ||
      (!/^\/(rest|jsp)(\/|$)/.test(path) && 'prefix') ||
      (/\/\/|\/\.{1,2}(\/|$)|[\\;#]|%(00|2e|2f|5c|25|3b)/i.test(path) && 'path') ||
      (/[^\x21-\x7e]/.test(url) && 'bytes') ||
      (headers['transfer-encoding'] !== undefined && 'transfer-encoding') ||
      (method !== 'POST' && headers['content-length'] !== undefined && 'body') ||
      (headers['x-original-url'] !== undefined && 'override') ||
      (headers['x-forwarded-for'] !== '127.0.0.1' && 'forwarded');
    if (offence) offences.push(`${offence}: ${method} ${url}`);
    req.resume();
    res.setHeader('Content-Type', 'application/json');
    req.on('end', () => res.end('{"name":"daily","fullName":"The Daily"}'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // A call that was called off is none.
    if (error.code !== 'ECONNRESET') offences.push(`unreadable: ${error.code}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offences,
    received: () => received,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
