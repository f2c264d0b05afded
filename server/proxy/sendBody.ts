import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Streams the body of a backend's response to a client. Reads all chunks that have arrived as one, because
 * each takes hundreds of bytes beside its payload. While the client does not read, the connection to the
 * backend is paused, so that no more arrive; `pipe()` would keep 64 KiB, of one-byte chunks at worst.
 */
export function sendBody(proxyRes: IncomingMessage, res: ServerResponse): void {
  const { socket } = proxyRes;
  proxyRes.on('readable', () => {
    const chunk = proxyRes.read();
    if (chunk === null || res.write(chunk) || proxyRes.complete) return;
    socket.pause();
    res.once('drain', () => socket.resume());
  });
  proxyRes.once('end', () => res.end());
}
