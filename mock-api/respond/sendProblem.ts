import type { Response } from 'express';
import {
  type Operation,
  type OperationMatch,
  toHeaderValue,
  type Violation,
} from '../contract/index.ts';
import { describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import { createErrorResponse, declaredStatus } from './createErrorResponse.ts';
import { deliver } from './deliver.ts';
import type { MockResponse } from './findExampleResponse.ts';

/** Sends an error in the format that the contract declares for the operation, if there is one. */
export function sendProblem(res: Response, status: number, message: string, operation?: Operation) {
  record(res, { reason: message });
  send(res, createErrorResponse(operation, status, message, res.req.headers.accept));
}

/** Marks a response for which the mock is to blame, not the contract or a scenario. */
export const failureHeader = 'mock-failure';

/** Sends an error of the mock itself, in the same format whatever the contract declares. */
export function sendFailure(res: Response, status: 500 | 501, message: string) {
  record(res, { reason: `The mock failed: ${message}` });
  const { headers, ...response } = createErrorResponse(undefined, status, message);
  send(res, { ...response, headers: { ...headers, [failureHeader]: toHeaderValue(message) } });
}

function send(res: Response, response: MockResponse) {
  record(res, describeResponse(response, new Set()));
  deliver(res, response);
}

type Unmatched = Exclude<OperationMatch, { kind: 'operation' }>;

const unmatchedStatus = {
  'malformed path': 400,
  'unknown path': 404,
  'method not declared': 405,
} satisfies Record<Unmatched['kind'], number>;

/** Rejects a request that matches no operation. */
export function rejectTarget(res: Response, match: Unmatched, violation: Violation) {
  record(res, { violations: [violation], reason: violation.message });
  if (match.kind === 'method not declared') res.set('Allow', match.allowed.join(', '));
  const operation = match.kind === 'malformed path' ? match.operation : undefined;
  const status = unmatchedStatus[match.kind];
  const { accept } = res.req.headers;
  send(res, createErrorResponse(operation, status, violation.message, accept));
}

const maxMessages = 5;

/** Rejects a request that violates the contract and lists the violations. */
export function rejectViolations(
  res: Response,
  operation: Operation,
  violations: readonly Violation[],
) {
  const violates = (rule: Violation['rule']) => violations.some((found) => found.rule === rule);
  const status = violates('request.credentials') ? 401 : violates('request.media-type') ? 415 : 400;
  const messages = violations.slice(0, maxMessages).map(({ message }) => message);
  const more = violations.length - maxMessages;
  if (more > 0) messages.push(`And ${more} more.`);
  const { accept } = res.req.headers;
  const declared = declaredStatus(operation, status);
  send(res, createErrorResponse(operation, declared, messages.join(' '), accept));
}
