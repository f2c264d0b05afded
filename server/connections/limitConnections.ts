import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isBusy } from './connection.ts';

/**
 * Closes a connection for each one beyond `maxConnections`: the one that has been without a new request for
 * the longest time and waits for its client, to send a request or its body or to read the response. A
 * connection that waits for the host or the backend is kept, so a new connection is always served, also that
 * of a health check, as long as fewer than `maxConnections` requests may be at the backend.
 *
 * @param onEvict is called for each connection that is closed
 */
export function limitConnections(
  server: Server,
  maxConnections: number,
  onEvict: () => void,
): void {
  /** In the order of their latest request. */
  const open = new Set<Socket>();

  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    if (open.size > maxConnections) evict();
  });
  server.on('request', ({ socket }) => {
    if (open.delete(socket)) open.add(socket);
  });

  function evict(): void {
    for (const socket of open) {
      if (isBusy(socket)) continue;
      open.delete(socket);
      socket.destroy();
      onEvict();
      return;
    }
  }
}
