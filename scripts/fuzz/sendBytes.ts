import { connect, type Socket } from 'node:net';

/** The statuses of all responses, or how the connection ended without one. */
export type Outcome =
  | { kind: 'responded'; statuses: number[] }
  | { kind: 'closed' }
  | { kind: 'timed out' };

/**
 * Sends bytes on a new connection and reads until the server closes or 3 s have passed. Half-closes it
 * once a response has begun or 30 ms have passed, unless `halfCloses` is false.
 */
function sendBytes(port: number, bytes: Buffer, { halfCloses = true } = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const halfClose = () => {
      if (halfCloses) socket.end();
    };
    const halfCloseTimer = setTimeout(halfClose, 30);
    const timeout = setTimeout(() => finish('timed out'), 3_000);
    const finish = (kind: 'closed' | 'timed out') => {
      clearTimeout(halfCloseTimer);
      clearTimeout(timeout);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) =>
        Number(status),
      );
      resolve(statuses.length > 0 ? { kind: 'responded', statuses } : { kind });
    };
    socket.on('error', () => {});
    socket.on('end', () => socket.end());
    socket.on('close', () => finish('closed'));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(halfCloseTimer);
      // The bytes may contain two requests, and the second response may arrive a moment later.
      setTimeout(halfClose, 5);
    });
    socket.write(bytes);
  });
}

/**
 * Sends what `create` returns `total` times, on up to 20 connections at the same time.
 * @returns the outcomes in no particular order
 */
export async function sendMany(
  port: number,
  total: number,
  create: () => Buffer,
  options?: Parameters<typeof sendBytes>[2],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let count = 0;
  const worker = async () => {
    while (count++ < total) outcomes.push(await sendBytes(port, create(), options));
  };
  await Promise.all(Array.from({ length: 20 }, worker));
  return outcomes;
}

/** Resets a connection, or closes one that Node.js would never free: while it is closing or sending. */
export function resetConnection(socket: Socket): void {
  if (socket.writable && socket.writableLength === 0) socket.resetAndDestroy();
  else socket.destroy();
}
