import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../stack/listenLocally.ts';
import type { FuzzedResponse } from './createFuzzedResponse.ts';

/** Starts a backend that responds to each request with the next response of `createNext`. */
export async function startFuzzedBackend(createNext: () => FuzzedResponse) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isComplete(received)) return;
      received = '';
      const response = createNext();
      if (response.ending === 'reset') sockets.delete(socket);
      void respond(socket, response);
    });
  });
  const { url, close } = await listenLocally(server);
  return {
    url,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

async function respond(socket: Socket, { pieces, ending }: FuzzedResponse): Promise<void> {
  for (const piece of pieces) {
    if (piece.length > 0) socket.write(piece);
    if (pieces.length > 1) await wait(1);
  }
  if (ending === 'close') socket.end();
  if (ending !== 'reset') return;
  // A reset discards what the host has not read yet.
  await wait(5);
  // Node.js never frees a socket that is reset while it is closing, and then cannot exit.
  if (socket.writable && socket.writableLength === 0) socket.resetAndDestroy();
  else socket.destroy();
}

function isComplete(request: string): boolean {
  const headEnd = request.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = Number(request.match(/\r\ncontent-length: *(\d+)/i)?.[1] ?? 0);
  return request.length >= headEnd + 4 + length;
}
