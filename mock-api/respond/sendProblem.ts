import type { Response } from 'express';
import type { OperationMatch } from '../contract/http/matchOperation.ts';
import type { Violation } from '../contract/violation.ts';
import { record } from '../journal/recordRequests.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';

/**
 * Sends an error in the contract's `Problem` format. The contract need not declare the status, and
 * cannot declare one for an unknown path or method.
 */
export function sendProblem(res: Response, status: number, message: string) {
  record(res, { reason: message });
  send(res, status, message);
}

function send(res: Response, status: number, message: string) {
  const mediaType = problemMediaType;
  const responseBody = JSON.stringify(createProblem(status, message));
  const responseHeaders = { 'cache-control': 'no-store', 'content-type': mediaType };
  record(res, { status, mediaType, responseHeaders, responseBody });
  res.writeHead(status, responseHeaders);
  res.end(responseBody);
}

type Unmatched = Exclude<OperationMatch, { kind: 'operation' }>;

const unmatchedStatus = {
  'malformed path': 400,
  'unknown path': 404,
  'method not declared': 405,
} satisfies Record<Unmatched['kind'], number>;

/** Rejects a request that matches no operation. */
export function rejectTarget(
  res: Response,
  match: Unmatched,
  violation: Violation,
  closest: string | undefined,
) {
  record(res, { violations: [violation], reason: violation.message + describeClosest(closest) });
  if (match.kind === 'method not declared') res.set('Allow', match.allowed.join(', '));
  send(res, unmatchedStatus[match.kind], violation.message);
}

/** For the journal: which value the client may have meant. */
export function describeClosest(closest: string | undefined): string {
  return closest === undefined ? '' : ` The closest is ${closest}.`;
}

const maxMessages = 5;

/** Rejects a request that violates the contract and lists the violations. */
export function rejectViolations(res: Response, violations: readonly Violation[]) {
  const violates = (rule: Violation['rule']) => violations.some((found) => found.rule === rule);
  const status = violates('request.credentials') ? 401 : violates('request.media-type') ? 415 : 400;
  const messages = violations.slice(0, maxMessages).map(({ message }) => message);
  const more = violations.length - maxMessages;
  if (more > 0) messages.push(`And ${more} more.`);
  send(res, status, messages.join(' '));
}
