import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { listenLocally } from '../stack/listenLocally.ts';
import type { Random } from '../verify/phases/fuzzing/random.ts';
import { createFuzzedResponse, type FuzzedResponse } from './createFuzzedResponse.ts';
import { type Outcome, resetConnection, sendMany } from './sendBytes.ts';

const requests = [
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
  'HEAD /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n',
  'GET /rest/a HTTP/1.0\r\nHost: a.test\r\n\r\n',
].map((request) => Buffer.from(request));

/** Sends requests through the host on `port`, whose backend is that of `startFuzzedBackend`. */
export function fuzzResponses(port: number, total: number, random: Random): Promise<Outcome[]> {
  return sendMany(port, total, () => random.pick(requests), { halfCloses: false });
}

/** Starts a backend whose responses are malformed. */
export function startFuzzedBackend(random: Random) {
  const server = createServer((req) => {
    req.resume().once('end', () => void respond(req.socket, createFuzzedResponse(random)));
  });
  server.on('connection', (socket) => {
    socket.on('error', () => {}).once('end', () => socket.end());
  });
  return listenLocally(server);
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
  resetConnection(socket);
}
