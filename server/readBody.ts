import type { Request, RequestHandler } from 'express';
import { answerProblem } from './answerProblem.ts';
import type { Limits } from './limits.ts';

/**
 * Takes a POST's body whole into memory, as `req.body`, before anything is sent on: the backend then
 * gets one complete request or none, whatever the client's pace. What is refused is refused at once,
 * while the rest still arrives; Express's own parser would first wait for all of it.
 */
export function readBody(limits: Pick<Limits, 'bodyBytes' | 'lingerMs'>): RequestHandler {
  return (req, res, next) => {
    if (req.method !== 'POST') return next();
    const refuse = (status: number, message: string) => {
      answerProblem(res, status, message);
      discardRest(req, limits.lingerMs);
    };
    const tooLarge = () => refuse(413, `The body is larger than ${limits.bodyBytes / 1024} KiB.`);

    if ((req.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return refuse(415, 'The body must not be compressed.');
    }
    if (Number(req.headers['content-length'] ?? 0) > limits.bodyBytes) return tooLarge();

    const chunks: Buffer[] = [];
    let size = 0;
    const finish = () => {
      req.body = Buffer.concat(chunks);
      next();
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limits.bodyBytes) return;
      req.off('data', take).off('end', finish);
      tooLarge();
    };
    // Where the client leaves before the end nobody is left to answer.
    req.on('data', take).on('end', finish);
  };
}

/** Closing at once would take the answer back from a client that is still sending. */
function discardRest(req: Request, lingerMs: number): void {
  req.resume();
  const timer = setTimeout(() => req.complete || req.destroy(), lingerMs);
  req.once('close', () => clearTimeout(timer));
}
