import type { IncomingMessage } from 'node:http';
import {
  type ContractContext,
  createTargetViolation,
  createViolation,
  type Operation,
  splitTarget,
  type ValidatedRequest,
  type Violation,
} from '../contract/index.ts';
import type { createBodyCapture } from '../forward/captureBody.ts';
import type { captureResponse } from '../forward/captureResponse.ts';
import type { BackendError, ExchangeOutcome } from '../forward/forward.ts';
import { describeMissingResponse } from './describeBackendError.ts';
import { type OutcomeOptions, validateOutcome } from './validateOutcome.ts';

/** A request and what became of it. */
interface Exchange {
  req: IncomingMessage;
  requestBody: ReturnType<typeof createBodyCapture>;
  response: ReturnType<typeof captureResponse>;
  outcome: ExchangeOutcome;
  error: BackendError | undefined;
  /** The time in which the response should have begun; undefined if it did. */
  lateAfterMs: number | undefined;
}

export interface ExchangeFindings {
  /** Undefined if the contract has no operation for the request, as is `request`. */
  operation?: Operation;
  request?: ValidatedRequest;
  violations: Violation[];
}

/** Finds the operation of an exchange, and its violations. */
export async function validateExchange(
  context: ContractContext,
  exchange: Exchange,
  options: OutcomeOptions,
): Promise<ExchangeFindings> {
  const { contract } = context;
  const { req, requestBody, response, outcome, error, lateAfterMs } = exchange;
  const { method = '', url = '/', headers } = req;
  const { path, query } = splitTarget(url);
  const match = context.matchOperation(method, path);
  if (match.kind !== 'operation') return { violations: [createTargetViolation(contract, match)] };

  const { operation, pathValues } = match;
  const content = await requestBody.read(headers['content-encoding']);
  const isDecoded = content.kind === 'decoded';
  const body = isDecoded ? content.body : Buffer.alloc(0);
  const message = { pathValues, query, headers, body };
  const request = context.validateRequest(operation, message);
  // Without the whole body, nothing is known about the request.
  const requestViolations = isDecoded && req.complete ? request.violations : undefined;
  const { status } = response.describeHead();
  const reason = describeMissingResponse(outcome, error, lateAfterMs);
  const missing = {
    rule: 'response.message',
    location: 'response',
    pointer: operation.pointer,
  } as const;
  const isComplete = outcome === 'completed' && status !== undefined;
  return {
    operation,
    request,
    violations: [
      ...((isComplete && requestViolations
        ? validateOutcome(contract, operation, requestViolations, status, options)
        : requestViolations) ?? []),
      ...(reason === undefined ? [] : [createViolation(contract, { ...missing, reason })]),
      ...(isComplete ? await response.validate(context, operation, req, body) : []),
    ],
  };
}
