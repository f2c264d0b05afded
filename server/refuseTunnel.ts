import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const answer = [
  'HTTP/1.1 405 Method Not Allowed',
  'Allow: GET, HEAD, POST',
  'Cache-Control: no-store',
  'Connection: close',
  'Content-Length: 0',
];

/** Answers CONNECT, which Node does not show to Express, like any other method that is not allowed. */
export function refuseTunnel(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => {});
  socket.end(`${answer.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
