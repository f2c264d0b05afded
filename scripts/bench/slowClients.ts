import { connect, type Socket } from 'node:net';

/** Clients that send the head of a request in drips, for ever, and connect anew when they are let go. */
export function startSlowClients(port: number, count: number) {
  const sockets = new Set<Socket>();
  let running = true;
  let letGo = 0;
  const open = () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n'));
    sockets.add(socket);
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (!running) return;
      letGo++;
      open();
    });
  };
  for (let index = 0; index < count; index++) open();
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('X: y\r\n');
  }, 1_000);
  return {
    open: () => sockets.size,
    letGo: () => letGo,
    stop: () => {
      running = false;
      clearInterval(drip);
      for (const socket of sockets) socket.destroy();
    },
  };
}
