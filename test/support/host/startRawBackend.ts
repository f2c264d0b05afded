import { createServer, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { listenLocally } from '../../../scripts/stack/listenLocally.ts';
import { waitFor } from '../waitFor.ts';

/** Handles a complete request; `count` is its number on this socket, from 1. */
export type SocketHandler = (socket: Socket, count: number) => void;

export const brief = '{"name":"daily","fullName":"The Daily"}';

export const sendBrief: SocketHandler = (socket) => {
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${brief.length}\r\n\r\n${brief}`,
  );
};

/** Starts a TCP server whose handler writes raw bytes, until the test ends. By default it sends a brief. */
export async function startRawBackend(initialHandler: SocketHandler = sendBrief, port = 0) {
  let handler = initialHandler;
  const requests: string[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let buffered = '';
    let count = 0;
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      for (let end = requestEnd(buffered); end > 0; end = requestEnd(buffered)) {
        requests.push(buffered.slice(0, end));
        buffered = buffered.slice(end);
        handler(socket, ++count);
      }
    });
  });
  const { close, ...address } = await listenLocally(server, port);
  const stop = () => {
    void close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(stop);
  return {
    ...address,
    stop,
    /** The complete requests as received. */
    requests,
    /** The open connections. */
    sockets,
    /** Handles the following requests. */
    use: (next: SocketHandler) => {
      handler = next;
    },
    /** Sends a brief on each open connection, and to the following requests. */
    recover: () => {
      handler = sendBrief;
      for (const socket of sockets) sendBrief(socket, 1);
    },
    /** Resolves when it has received one request. */
    whenRequested: () => waitFor(() => expect(requests).toHaveLength(1)),
    /** Resolves when no connection is open. */
    whenAllClosed: () => waitFor(() => expect(sockets.size).toBe(0)),
  };
}

/** Returns the length of the first complete request in `text`, or 0. */
function requestEnd(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = Number(text.slice(0, headEnd).match(/\r\ncontent-length: *(\d+)/i)?.[1] ?? 0);
  const end = headEnd + 4 + length;
  return text.length >= end ? end : 0;
}
