import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a backend does with a request that has arrived whole, on a socket, as its `count`th there. */
export type Behaviour = (socket: Socket, count: number) => void;

export const brief = '{"name":"daily","fullName":"The Daily"}';

export const answerBrief: Behaviour = (socket) => {
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${brief.length}\r\n\r\n${brief}`,
  );
};

/** A TCP server that speaks as little HTTP as the test wants, and counts its sockets. */
export async function startRawBackend(first: Behaviour = answerBrief, port = 0) {
  let behaviour = first;
  const requests: string[] = [];
  const open = new Set<Socket>();
  let emptied = () => {};

  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) emptied();
    });
    let buffered = '';
    let count = 0;
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let end = wholeRequest(buffered); end > 0; end = wholeRequest(buffered)) {
        requests.push(buffered.slice(0, end));
        buffered = buffered.slice(end);
        behaviour(socket, ++count);
      }
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  onTestFinished(stop);
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    stop,
    /** Whole requests, as they stood on the wire. */
    requests,
    open,
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    /** Resolves when no socket is open. */
    whenEmpty: () =>
      new Promise<void>((resolve) => {
        if (open.size === 0) resolve();
        else emptied = resolve;
      }),
  };
}

/** Where the first request in a text ends, or 0. */
function wholeRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = Number(text.slice(0, head).match(/\r\ncontent-length: *(\d+)/i)?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : 0;
}
