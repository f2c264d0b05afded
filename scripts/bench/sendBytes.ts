import { connect } from 'node:net';

/** What became of bytes that were sent: the statuses answered, or how it ended without one. */
export type Ending =
  | { kind: 'answered'; statuses: number[] }
  | { kind: 'closed' }
  | { kind: 'hung' };

/**
 * Sends bytes, waits a little for an answer, says that no more will come, and reads to the end. A peer
 * that neither answers nor closes within `limitMs` after that is said to have hung.
 */
export function sendBytes(port: number, bytes: Buffer, limitMs = 3_000): Promise<Ending> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    const end = () => socket.end();
    const patience = setTimeout(end, 30);
    const limit = setTimeout(() => finish(true), limitMs);
    const finish = (hung: boolean) => {
      clearTimeout(patience);
      clearTimeout(limit);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) =>
        Number(status),
      );
      if (statuses.length > 0) resolve({ kind: 'answered', statuses });
      else resolve({ kind: hung ? 'hung' : 'closed' });
    };
    socket.on('error', () => {});
    socket.on('end', end);
    socket.on('close', () => finish(false));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      clearTimeout(patience);
      setTimeout(end, 5);
    });
    socket.write(bytes);
  });
}
