import { connect, type Socket } from 'node:net';

/** Starts clients that send one header line a second and reconnect when the host closes the connection. */
export function startSlowClients(port: number, count: number) {
  const sockets = new Set<Socket>();
  let isRunning = true;
  let reopenedCount = 0;
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n'));
    sockets.add(socket);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (!isRunning) return;
      reopenedCount++;
      open();
    });
  };
  for (let index = 0; index < count; index++) open();
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('X: y\r\n');
  }, 1_000);
  return {
    openCount: () => sockets.size,
    reopenedCount: () => reopenedCount,
    stop: () => {
      isRunning = false;
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
