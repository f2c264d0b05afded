import type { Limits } from '../config/defaultLimits.ts';
import type { Response } from '../locals.ts';
import { sendOverloaded, sendProblem } from '../responses/sendProblem.ts';
import type { ProxiedRequest } from './ProxiedRequest.ts';

/** An upper bound of the memory, in bytes, that a chunk takes in addition to its content. */
const chunkOverheadBytes = 300;

type IncompleteRequest = Pick<ProxiedRequest, 'req' | 'res' | 'inFlight'>;

/**
 * Creates a function that receives the whole body of a POST, so that the backend gets a complete request or none,
 * however slowly the client sends. A body that is too large is rejected while it still arrives; `express.raw()` would
 * wait for the end.
 *
 * While all bodies together take `maxBufferedBytes`, the incomplete one that has gone longest without a chunk is
 * rejected, so that stalled clients cannot keep the others from sending. A body counts until its request is no longer
 * in flight.
 *
 * @returns a function whose promise is undefined if the body was rejected, or the client has disconnected before its
 * end
 */
export function createBodyReceiver({ maxBodyBytes, maxBufferedBytes }: Limits) {
  const memory = new BodyMemory(maxBufferedBytes);

  return ({ req, res, inFlight }: IncompleteRequest): Promise<Buffer | undefined> =>
    new Promise((resolve) => {
      const body: BufferedBody = { res, chunks: [], length: 0, charge: 0 };
      inFlight.onceIdle(() => {
        memory.release(body);
        resolve(undefined);
      });

      const rejectSize = () => {
        sendProblem(res, 413, `The body is larger than ${maxBodyBytes / 1024} KiB.`);
      };
      if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
        return sendProblem(res, 415, 'The body must not be compressed.');
      }
      if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) return rejectSize();

      req.on('data', (chunk: Buffer) => {
        if (res.headersSent) return;
        if (body.length + chunk.length > maxBodyBytes) return rejectSize();

        memory.add(body, chunk);
      });
      req.on('end', () => {
        if (!res.headersSent) resolve(memory.complete(body));
      });
    });
}

interface BufferedBody {
  res: Response;
  chunks: Buffer[];
  length: number;
  /** The bytes that this body takes of `maxBufferedBytes`. */
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
