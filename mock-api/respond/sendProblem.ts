import type { Response } from 'express';
import {
  type Operation,
  type OperationMatch,
  toHeaderValue,
  type Violation,
} from '../../contract/index.ts';
import { describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import { createErrorResponse, declaredStatus } from './createErrorResponse.ts';
import { deliver } from './deliver.ts';
import type { ResponseReply } from './reply.ts';

type Problem = ResponseReply & { reason: string; unexpected: true };

/** An error with the status and in the format that the contract declares for the operation, if there is one. */
export function createProblemReply(
  operation: Operation | undefined,
  status: number,
  reason: string,
  accept: string | undefined,
): Problem {
  const declared = operation ? declaredStatus(operation, status) : status;
  const response = createErrorResponse(operation, declared, reason, accept);
  return { kind: 'response', source: 'mock', response, reason, unexpected: true };
}

/** Marks a response for which the mock is to blame, not the contract or a scenario. */
export const failureHeader = 'mock-failure';

/** An error of the mock itself, in the same format whatever the contract declares. */
export function createFailureReply(message: string): Problem {
  const reply = createProblemReply(undefined, 500, message, undefined);
  reply.response.headers[failureHeader] = toHeaderValue(message);
  return { ...reply, reason: `The mock failed: ${message}` };
}

/** Sends an error, and records it unless the request is one of the console. */
export function sendReply(res: Response, reply: Problem, violations: Violation[] = []) {
  const { response, reason } = reply;
  record(res, { ...describeResponse(response, new Set()), reason, unexpected: true, violations });
  deliver(res, reply);
}

export function sendProblem(res: Response, status: number, message: string, operation?: Operation) {
  sendReply(res, createProblemReply(operation, status, message, res.req.headers.accept));
}

type Unmatched = Exclude<OperationMatch, { kind: 'operation' }>;

const unmatchedStatus = {
  'malformed path': 400,
  'unknown path': 404,
  'method not declared': 405,
} satisfies Record<Unmatched['kind'], number>;

/** Rejects a request that matches no operation. */
export function createTargetReply(
  match: Unmatched,
  { message }: Violation,
  accept: string | undefined,
): Problem {
  const operation = match.kind === 'malformed path' ? match.operation : undefined;
  const reply = createProblemReply(operation, unmatchedStatus[match.kind], message, accept);
  if (match.kind === 'method not declared') reply.response.headers.allow = match.allowed.join(', ');
  return reply;
}

const maxMessages = 5;

/** Rejects a request that violates the contract and lists the violations. */
export function createViolationReply(
  operation: Operation,
  violations: readonly Violation[],
  accept: string | undefined,
): Problem {
  const violates = (rule: Violation['rule']) => violations.some((found) => found.rule === rule);
  const status = violates('request.credentials') ? 401 : violates('request.media-type') ? 415 : 400;
  const messages = violations.slice(0, maxMessages).map(({ message }) => message);
  const more = violations.length - maxMessages;
  if (more > 0) messages.push(`And ${more} more.`);
  return createProblemReply(operation, status, messages.join(' '), accept);
}
