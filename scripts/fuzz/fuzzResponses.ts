import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../stack/listenLocally.ts';
import { createFuzzedResponse, type FuzzedResponse } from './createFuzzedResponse.ts';
import type { Random } from './random.ts';
import { sendBytes } from './sendBytes.ts';

const requests = [
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  'HEAD /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.0\r\nHost: a.test\r\n\r\n',
].map((request) => Buffer.from(request));

/**
 * Sends requests through the host on `port`, whose backend is that of `startFuzzedBackend`.
 * @returns a count for each status, and for `closed` and `timed out`
 */
export async function fuzzResponses(port: number, total: number): Promise<Map<string, number>> {
  const outcomes = new Map<string, number>();
  let sent = 0;
  const worker = async () => {
    while (sent < total) {
      const request = requests[sent++ % requests.length] as Buffer;
      const outcome = await sendBytes(port, request, { halfCloses: false });
      const key = outcome.kind === 'responded' ? String(outcome.statuses[0]) : outcome.kind;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return outcomes;
}

/** Starts a backend whose responses are malformed. */
export async function startFuzzedBackend(random: Random) {
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
      const response = createFuzzedResponse(random);
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
