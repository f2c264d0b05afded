import type { RequestHandler, Response } from 'express';
import {
  type ContractContext,
  createTargetViolation,
  type Operation,
  splitTarget,
  toHeaderValue,
  type Violation,
} from '../contract/index.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import type { TesterData } from '../operations/testerData.ts';
import { deliver } from './deliver.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { findExampleName } from './findExampleResponse.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import type { Reply, ResponseReply } from './reply.ts';
import { createTargetReply, failureHeader, sendReply } from './sendProblem.ts';
import { createSteps, type StepOptions } from './steps.ts';

export interface ResponderOptions extends Omit<StepOptions, 'isInFrontOfBackend'> {
  currentFiles: () => MockFiles;
  testerData: TesterData;
  /** Forwards the requests to which neither the data nor a scenario applies. */
  forwardRequest?: RequestForwarder | undefined;
}

/**
 * Creates the handler for all operations of the contract: the first step that returns a reply decides. It rejects or
 * forwards any other request.
 */
export function createResponder({
  currentFiles,
  testerData,
  forwardRequest,
  ...options
}: ResponderOptions): RequestHandler {
  const steps = createSteps({ ...options, isInFrontOfBackend: forwardRequest !== undefined });

  return (req, res) => {
    const files = currentFiles();
    const match = files.context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') {
      const violation = createTargetViolation(files.context.contract, match);
      record(res, { violations: [violation] });
      if (!forwardRequest) {
        return sendReply(res, createTargetReply(match, violation, req.headers.accept));
      }
      record(res, { reason: `${violation.message} It was forwarded.` });
      return forwardRequest(req, res, files.context);
    }
    const exchange = createExchange(req, match, { ...options, files, testerData });
    for (const step of steps) {
      const reply = step(exchange);
      if (reply) return finish(exchange, reply, res);
    }
  };

  /** Records what was decided, and does it. */
  function finish(exchange: Exchange, reply: Reply, res: Response) {
    const { req, context, operation, request, identity } = exchange;
    const { secretFields } = context;
    const { violations } = request;
    // The user names of a backend may contain dots.
    const hasName = reply.kind !== 'forwarded' || identity.kind === 'brief';
    const recorded = hasName ? identity : { key: identity.key };
    const { scenario, reason, unexpected, delayMs } = reply;
    record(res, {
      ...describeRequest(operation, request, recorded, secretFields),
      ...(scenario !== undefined && { scenario }),
      ...(reason !== undefined && { reason }),
      ...(unexpected && { unexpected }),
      ...(delayMs && { delayMs }),
    });
    if (reply.kind === 'forwarded') return forwardRequest?.(req, res, context, identity);
    if (reply.kind === 'response' && reply.source !== 'mock') {
      const own = validateOwnResponse(context, operation, reply);
      record(res, { violations: [...violations, ...own] });
    }
    if (reply.kind === 'response') {
      const { response } = reply;
      const example = findExampleName(operation, response);
      const failure = response.headers[failureHeader];
      record(res, {
        ...describeResponse(response, secretFields),
        ...(example !== undefined && { example }),
        ...(failure !== undefined && { reason: `The mock failed: ${failure}`, unexpected: true }),
      });
    }
    deliver(res, reply);
  }
}

const maxFailureLength = 1000;

/**
 * Returns the violations of a response. Unless a scenario defines it, which may violate the contract on purpose, it
 * gets a header that lists them.
 */
function validateOwnResponse(
  { validateResponse, contract }: ContractContext,
  operation: Operation,
  { response, source }: ResponseReply,
): Violation[] {
  // It is sent with every body.
  const headers = { 'content-length': String(response.body.length), ...response.headers };
  const violations = validateResponse(operation, { ...response, headers });
  const reasons = violations.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const failure = [response.problem ?? [], reasons].flat().join(' ');
  if (source === 'contract' && failure !== '') {
    response.headers[failureHeader] = toHeaderValue(failure.slice(0, maxFailureLength));
  }
  return violations;
}
