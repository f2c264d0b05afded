import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom, type Random } from '../verify/phases/fuzzing/random.ts';
import { createFuzzedRequest } from './createFuzzedRequest.ts';
import { resetConnection } from './sendBytes.ts';

const parallelConnections = 50;

const completeRequests = [
  'GET /app/subscriber-feedback/ HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'HEAD /rest/a HTTP/1.1\r\nHost: a.test\r\n\r\n',
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2\r\n\r\n{}',
  'POST /rest/a HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n',
  'POST /none HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
  `POST /rest/a HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(3_000)}`,
  'GET /rest/a HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n',
].map((request) => Buffer.from(request));

/**
 * Opens connections that each send a random sequence of complete and malformed requests, one by one or
 * pipelined, whole or cut off, with pauses, with and without reading, and end in a FIN or a reset.
 * @returns the number of connections that the host has accepted
 */
export async function fuzzConnections(
  port: number,
  { count, seed }: { count: number; seed: number },
): Promise<number> {
  let opened = 0;
  let accepted = 0;
  const worker = async () => {
    while (opened < count) {
      if (await fuzzConnection(port, createRandom(seed + opened++))) accepted++;
    }
  };
  await Promise.all(Array.from({ length: parallelConnections }, worker));
  return accepted;
}

/** Returns whether the connection was accepted. */
async function fuzzConnection(port: number, random: Random): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const isAccepted = await new Promise((resolve) =>
    socket.once('connect', () => resolve(true)).once('close', () => resolve(false)),
  );
  if (!isAccepted) return false;
  if (random.isTrue(1 / 4)) socket.pause();
  else socket.resume();
  for (let steps = 1 + random.below(4); steps > 0 && socket.writable; steps--) {
    const bytes = Buffer.concat(
      Array.from({ length: 1 + random.below(4) }, () =>
        random.isTrue(1 / 3) ? createFuzzedRequest(random) : random.pick(completeRequests),
      ),
    );
    const length = random.isTrue(1 / 4) ? random.below(bytes.length) : bytes.length;
    const pauseAt = random.below(length + 1);
    socket.write(bytes.subarray(0, pauseAt));
    if (random.isTrue(1 / 2)) await wait(random.below(4));
    if (socket.writable) socket.write(bytes.subarray(pauseAt, length));
    if (random.isTrue(1 / 2)) await Promise.race([closed, wait(random.below(20))]);
  }
  if (random.isTrue(1 / 2)) {
    socket.end();
    await Promise.race([closed, wait(random.below(20))]);
  }
  if (random.isTrue(1 / 2)) resetConnection(socket);
  socket.destroy();
  return true;
}
