import type { Request, Response } from 'express';
import {
  findErrorStatus,
  type Operation,
  type OperationMatch,
  toHeaderValue,
  type Violation,
} from '#contract';
import { createErrorResponse } from './createErrorResponse.ts';
import { send } from './deliver.ts';
import type { SentDefinition } from './responseDefinition.ts';

/**
 * Defines an error, with the status and in the format that the contract declares for the operation, if there is one.
 * @param isPathError whether the error is in the path, so that a 404 says the same as a 400
 */
export function defineError(
  operation: Operation | undefined,
  status: number,
  reason: string,
  accept: string | undefined,
  isPathError = false,
): SentDefinition {
  const declared = operation && findErrorStatus(operation, status, isPathError);
  const response = createErrorResponse(operation, declared ?? status, reason, accept);
  return { kind: 'response', source: 'mock', response, reason, unexpected: true };
}

/** The name of the header with the reason of an error of the mock itself. */
export const failureHeader = 'mock-failure';

/** Defines an error of the mock itself, as problem details, whatever the contract declares. */
export function defineFailure(message: string): SentDefinition {
  const definition = defineError(undefined, 500, message, undefined);
  definition.response.headers[failureHeader] = toHeaderValue(message);
  return { ...definition, reason: `The mock failed: ${message}` };
}

/** Sends an error for a request below `/mock/`, which is not recorded. */
export function sendError(res: Response, status: number, message: string): void {
  send(res, defineError(undefined, status, message, res.req.headers.accept));
}

/** The result of matching a request to no operation. */
export type Unmatched = Exclude<OperationMatch, { kind: 'operation' }>;

const unmatchedStatus = {
  'malformed path': 400,
  'unknown path': 404,
  'method not declared': 405,
} satisfies Record<Unmatched['kind'], number>;

/** Defines the error for a request that matches no operation. */
export function defineTargetError(
  match: Unmatched,
  { message }: Violation,
  { path, headers }: Request,
): SentDefinition {
  const operation = match.kind === 'malformed path' ? match.operation : undefined;
  const isPage = path.startsWith('/app/');
  const reason = isPage ? `${message} The host serves pages: start it with npm start.` : message;
  const status = unmatchedStatus[match.kind];
  const definition = defineError(operation, status, reason, headers.accept, true);
  if (match.kind === 'method not declared') {
    definition.response.headers.allow = match.allowed.join(', ');
  }
  return definition;
}

const maxMessages = 5;

/** Defines the error for a request that violates the contract, with its violations. */
export function defineViolationError(
  operation: Operation,
  violations: readonly Violation[],
  accept: string | undefined,
): SentDefinition {
  const messages = violations.slice(0, maxMessages).map(({ message }) => message);
  const more = violations.length - maxMessages;
  if (more > 0) messages.push(`And ${more} more.`);

  const isPathError = violations.every(({ location }) => location.startsWith('path '));
  return defineError(operation, statusFor(violations), messages.join(' '), accept, isPathError);
}

function statusFor(violations: readonly Violation[]): number {
  const rules = violations.map(({ rule }) => rule);
  if (rules.includes('request.credentials')) return 401;
  return rules.includes('request.media-type') ? 415 : 400;
}
