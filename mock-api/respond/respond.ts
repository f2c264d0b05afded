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
import type { MockState } from '../operations/operationHandler.ts';
import { deliver } from './deliver.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { findExampleName } from './findExampleResponse.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import type { Reply, ResponseReply } from './reply.ts';
import { createTargetReply, failureHeader, sendReply } from './sendProblem.ts';
import { forwardUnknownId, steps } from './steps.ts';

/**
 * Creates the handler for all operations of the contract: the first step that returns a reply decides. It rejects or
 * forwards any other request.
 * @param forwardRequest forwards the requests to which neither the data nor a scenario applies
 */
export function createResponder(
  currentFiles: () => MockFiles,
  state: MockState,
  forwardRequest: RequestForwarder | undefined,
): RequestHandler {
  const ownSteps = forwardRequest ? [forwardUnknownId, ...steps] : steps;

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
    const exchange = createExchange(req, match, files, state);
    for (const step of ownSteps) {
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
    const description = describeRequest(operation, request, recorded, secretFields);
    record(res, { ...description, scenario, reason, unexpected, delayMs });
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
        example,
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
