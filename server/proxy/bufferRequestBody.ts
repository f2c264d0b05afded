import type { Limits } from '../config/limits.ts';
import type { Handler, ProxyLocals, Response } from '../locals.ts';
import { sendOverloaded, sendProblem } from '../responses/sendProblem.ts';

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
  const memory = new BodyMemory(maxBufferedBytes);

  return (req, res, next) => {
    if (req.method !== 'POST') return next();

    const rejectSize = () => {
      sendProblem(res, 413, `The body is larger than ${maxBodyBytes / 1024} KiB.`);
    };
    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return sendProblem(res, 415, 'The body must not be compressed.');
    }
    if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return rejectSize();

    const body: BufferedBody = { res, chunks: [], length: 0, charge: 0 };
    req.on('data', (chunk: Buffer) => {
      if (res.headersSent) return;
      if (body.length + chunk.length > maxBodyBytes) return rejectSize();

      memory.add(body, chunk);
    });
    // A client that disconnects before the end needs no response.
    req.on('end', () => {
      if (res.headersSent) return;

      req.body = memory.complete(body);
      next();
    });
    res.locals.inFlight.onceIdle(() => memory.release(body));
  };
}

interface BufferedBody {
  res: Response;
  chunks: Buffer[];
  length: number;
  /** What it counts for in the memory of all. */
  charge: number;
}

/** Limits the memory of all bodies together. */
class BodyMemory {
  readonly #maxBytes: number;
  #bytes = 0;
  /** The bodies in the order of their latest chunks. */
  readonly #incomplete = new Set<BufferedBody>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(body: BufferedBody, chunk: Buffer): void {
    body.chunks.push(chunk);
    body.length += chunk.length;
    this.#charge(body, body.charge + chunk.length + chunkOverheadBytes);
    this.#incomplete.delete(body);
    this.#incomplete.add(body);
    for (const stalest of this.#incomplete) {
      if (this.#bytes <= this.#maxBytes) return;

      this.release(stalest);
      if (!stalest.res.headersSent) sendOverloaded(stalest.res);
    }
  }

  /** Joins the chunks. The body counts until it is released. */
  complete(body: BufferedBody): Buffer {
    const joined = Buffer.concat(body.chunks, body.length);
    this.release(body);
    this.#charge(body, joined.length);
    return joined;
  }

  release(body: BufferedBody): void {
    this.#incomplete.delete(body);
    body.chunks = [];
    this.#charge(body, 0);
  }

  #charge(body: BufferedBody, bytes: number): void {
    this.#bytes += bytes - body.charge;
    body.charge = bytes;
  }
}
