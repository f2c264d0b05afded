import type { Limits } from '../config/limits.ts';
import type { Handler, ProxyLocals } from '../locals.ts';
import { sendOverloaded, sendProblem } from '../middleware/sendProblem.ts';

/** An upper bound of the memory that a chunk takes beside its bytes. */
const chunkOverheadBytes = 300;

/**
 * Buffers the body of a POST in `req.body`, so that the backend gets a complete request or none,
 * however slowly the client sends. A body that is too large is rejected while it still arrives;
 * `express.raw()` would wait for the end.
 *
 * While all bodies together take `maxBufferedBytes`, the incomplete one that has gone longest without a
 * chunk is rejected, so that stalled clients cannot keep the others from sending.
 */
export function bufferRequestBody({
  maxBodyBytes,
  maxBufferedBytes,
}: Limits): Handler<ProxyLocals> {
  let bufferedBytes = 0;
  /** The functions that reject the incomplete bodies, in the order of their latest chunks. */
  const incomplete = new Set<() => void>();

  return (req, res, next) => {
    if (req.method !== 'POST') return next();
    const rejectSize = () => {
      sendProblem(res, 413, `The body is larger than ${maxBodyBytes / 1024} KiB.`);
    };
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return sendProblem(res, 415, 'The body must not be compressed.');
    }
    if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return rejectSize();

    let chunks: Buffer[] = [];
    let length = 0;
    let charged = 0;
    const charge = (bytes: number) => {
      bufferedBytes += bytes - charged;
      charged = bytes;
    };
    const release = () => {
      incomplete.delete(rejectForMemory);
      chunks = [];
      charge(0);
    };
    const rejectForMemory = () => {
      release();
      if (!res.headersSent) sendOverloaded(res);
    };
    req.on('data', (chunk: Buffer) => {
      if (res.headersSent) return;
      length += chunk.length;
      if (length > maxBodyBytes) return rejectSize();
      chunks.push(chunk);
      charge(charged + chunk.length + chunkOverheadBytes);
      incomplete.delete(rejectForMemory);
      incomplete.add(rejectForMemory);
      while (bufferedBytes > maxBufferedBytes) {
        const [rejectStalest = rejectForMemory] = incomplete;
        rejectStalest();
      }
    });
    // A client that disconnects before the end needs no response.
    req.on('end', () => {
      if (res.headersSent) return;
      req.body = Buffer.concat(chunks, length);
      release();
      charge(length);
      next();
    });
    void res.locals.inFlight.whenIdle().then(release);
  };
}
