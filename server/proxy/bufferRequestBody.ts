import type { Request, RequestHandler } from 'express';
import type { Limits } from '../config/limits.ts';
import { sendOverloaded } from '../middleware/sendOverloaded.ts';
import { sendProblem } from '../middleware/sendProblem.ts';
import { createMemoryBudget } from '../runtime/memoryBudget.ts';
import { GrowingBuffer } from './GrowingBuffer.ts';

/**
 * Buffers the body of a POST in `req.body`, so that the backend gets a complete request or none,
 * however slowly the client sends. A body that is too large is rejected while it still arrives;
 * `express.raw()` would wait for the end.
 *
 * While all bodies together take `maxBufferedBytes`, the incomplete one that began first is rejected, so
 * that stalled clients cannot keep the others from sending.
 */
export function bufferRequestBody({
  maxBodyBytes,
  maxBufferedBytes,
  lingerMs,
}: Pick<Limits, 'maxBodyBytes' | 'maxBufferedBytes' | 'lingerMs'>): RequestHandler {
  const budget = createMemoryBudget(maxBufferedBytes);
  /** The functions that reject the incomplete bodies, in the order in which the bodies began. */
  const incomplete = new Set<() => void>();
  return (req, res, next) => {
    if (req.method !== 'POST') return next();
    const reject = (status: number, message: string) => {
      sendProblem(res, status, message);
      discardBody(req, lingerMs);
    };
    const rejectSize = () => reject(413, `The body is larger than ${maxBodyBytes / 1024} KiB.`);

    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return reject(415, 'The body must not be compressed.');
    }
    const declaredBytes = Number(req.headers['content-length'] ?? maxBodyBytes);
    if (declaredBytes > maxBodyBytes) return rejectSize();

    const body = new GrowingBuffer(declaredBytes, budget);
    const stop = () => {
      incomplete.delete(rejectForMemory);
      req.off('data', onData).off('end', onEnd);
    };
    const rejectForMemory = () => {
      stop();
      body.release();
      sendOverloaded(res);
      discardBody(req, lingerMs);
    };
    const append = (chunk: Buffer): void => {
      while (!body.append(chunk)) {
        const [rejectFirst = rejectForMemory] = incomplete;
        rejectFirst();
        if (rejectFirst === rejectForMemory) return;
      }
    };
    const onEnd = () => {
      stop();
      req.body = body.bytes;
      next();
    };
    const onData = (chunk: Buffer) => {
      if (body.length + chunk.length <= maxBodyBytes) return append(chunk);
      stop();
      rejectSize();
    };
    incomplete.add(rejectForMemory);
    // A client that disconnects before the end needs no response.
    req.on('data', onData).on('end', onEnd);
    res.locals.exchange.onEnd(() => {
      stop();
      body.release();
    });
  };
}

/** Closes the connection only after `lingerMs`, so that the client can read the response first. */
function discardBody(req: Request, lingerMs: number): void {
  req.resume();
  const timer = setTimeout(() => req.complete || req.destroy(), lingerMs);
  req.once('close', () => clearTimeout(timer));
}
