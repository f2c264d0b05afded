import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import { openSocket } from './rawClient.ts';

/** Listens and then blocks its thread, so that it accepts no connection until it is released. */
const blockedServer = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const { address, released } = workerData;
  const server = createServer((_req, res) => res.end('released'));
  server.listen({ host: address, port: workerData.port, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(released, 0, 0);
  });
`;

/** Starts a server at an address of the loopback interface that drops each packet that opens a connection. */
export async function startUnresponsiveServer(address: string, port = 0) {
  const released = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(blockedServer, { eval: true, workerData: { address, port, released } });
  onTestFinished(async () => void (await worker.terminate()));
  const [listeningPort] = await once(worker, 'message');
  // The system accepts one more connection than the backlog has, and drops what arrives while it is full.
  for (let i = 0; i < 2; i++) await openSocket(listeningPort, address);
  return {
    port: listeningPort as number,
    /** Lets it accept connections and respond. */
    release: () => {
      Atomics.store(released, 0, 1);
      Atomics.notify(released, 0);
    },
  };
}
