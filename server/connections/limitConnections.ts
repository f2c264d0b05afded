import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from './Connections.ts';

/**
 * Closes a connection for each new one beyond `maxConnections`: among those that wait for their client to send a
 * request or its body, or to read the response, the one whose latest request is the oldest. A connection that waits for
 * the host or the backend is kept. New connections are therefore always served while fewer than `maxConnections`
 * requests are at the backend.
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  maxConnections: number,
  onEvict: () => void = () => {},
): void {
  /** The connections in the order of their latest request. */
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
      if (connections.isBusy(socket)) continue;

      open.delete(socket);
      socket.destroy();
      onEvict();
      return;
    }
  }
}
