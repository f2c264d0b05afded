import type { ErrorRequestHandler, Response } from 'express';
import type { Problem } from '#openapi';
import type { Fault } from '../contract/fault.ts';
import type { Match } from '../contract/matchOperation.ts';
import { isObject } from '../contract/pointer.ts';
import { noteAnswer, recordingOf } from '../journal/recordRequests.ts';
import { BODY_LIMIT } from '../limits.ts';

/**
 * Answers a request that the contract has no answer for. These statuses are HTTP's own: a path or a
 * method that the contract does not know cannot have declared them.
 */
export function refuse(res: Response, status: number, message: string) {
  const problem: Problem = { message };
  const mediaType = 'application/json';
  noteAnswer(res, status, mediaType);
  res.writeHead(status, { 'Cache-Control': 'no-store', 'Content-Type': mediaType });
  res.end(JSON.stringify(problem));
}

/** Answers a request that means no operation of the contract. */
export function refuseTarget(res: Response, match: Unmatched, fault: Fault) {
  recordingOf(res).update({ faults: [fault] });
  if (match.kind === 'method not declared') res.set('Allow', match.allowed.join(', '));
  refuse(res, TARGET_STATUS[match.kind], fault.message);
}

type Unmatched = Exclude<Match, { kind: 'operation' }>;

const TARGET_STATUS = {
  'malformed path': 400,
  'unknown path': 404,
  'method not declared': 405,
} satisfies Record<Unmatched['kind'], number>;

/** Answers a request that breaks the contract, naming in what. */
export function refuseFaults(res: Response, faults: readonly Fault[]) {
  const has = (rule: Fault['rule']) => faults.some((fault) => fault.rule === rule);
  const status = has('request.credentials') ? 401 : has('request.media-type') ? 415 : 400;
  const named = faults.slice(0, 5).map(({ message }) => message);
  const more = faults.length > 5 ? [`And ${faults.length - 5} more.`] : [];
  refuse(res, status, [...named, ...more].join(' '));
}

/** Turns what `express.raw` finds wrong with a body into an answer; anything else is our own failure. */
export const refuseBrokenRequests: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  const status = isObject(error) && typeof error.status === 'number' ? error.status : 500;
  if (status === 413) return refuse(res, 413, `The body is larger than ${BODY_LIMIT / 1024} KiB.`);
  if (status === 415)
    return refuse(res, 415, 'The body is compressed in a way the mock cannot read.');
  if (status < 500) return refuse(res, 400, 'The body did not arrive whole.');

  const reason = error instanceof Error ? error.message : String(error);
  console.error(error);
  refuse(res, 500, `The mock failed: ${reason}`);
};
