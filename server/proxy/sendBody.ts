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

/** Longer than the 40 ms for which the backend's TCP may wait for an acknowledgement before it sends more. */
const silenceMs = 60;

/** Whether the response cannot have a body (RFC 9110, sections 15.3.5 and 15.4.5). */
export function isBodiless({ statusCode }: IncomingMessage): boolean {
  return statusCode === 204 || statusCode === 304;
}

/**
 * Ends a response without a body. Some backends send one all the same, which would become the response to the next
 * request on the connection. So the connection is closed if a body is announced, but for the `Content-Length` that a
 * 304 may have, or if bytes arrive; otherwise it is free after a silence.
 */
export function endBodiless(proxyRes: IncomingMessage): void {
  const { socket, statusCode, headers } = proxyRes;
  const announcesBody =
    headers['transfer-encoding'] !== undefined ||
    (statusCode === 204 && Number(headers['content-length'] ?? 0) !== 0);
  if (announcesBody) {
    proxyRes.destroy();
    return;
  }
  const close = () => socket.destroy();
  socket.on('data', close);
  setTimeout(() => {
    socket.off('data', close);
    // The agent gets the connection back at the end of the response.
    proxyRes.resume();
  }, silenceMs);
}
