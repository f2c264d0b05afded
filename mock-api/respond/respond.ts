import type { RequestHandler, Response } from 'express';
import {
  type ContractContext,
  createTargetViolation,
  type Operation,
  splitTarget,
  toHeaderValue,
  type Violation,
} from '../../contract/index.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import type { MockState } from '../operations/operationHandler.ts';
import { deliver } from './deliver.ts';
import { createExchange, type Exchange } from './exchange.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import type { Reply, ResponseReply } from './reply.ts';
import { createTargetReply, failureHeader, sendReply } from './sendProblem.ts';
import { steps } from './steps.ts';

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
  const hasBackend = forwardRequest !== undefined;

  return (req, res) => {
    const files = currentFiles();
    const match = files.context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') {
      const violation = createTargetViolation(files.context.contract, match);
      if (!forwardRequest) {
        const reply = createTargetReply(match, violation, req.headers.accept);
        return sendReply(res, reply, [violation]);
      }
      record(res, { violations: [violation], reason: `${violation.message} It was forwarded.` });
      return forwardRequest(req, res, files.context);
    }
    const exchange = createExchange(req, match, files, state, hasBackend);
    for (const step of steps) {
      const reply = step(exchange);
      if (reply) return finish(exchange, reply, res);
    }
  };

  /** Records what was decided, and does it. */
  function finish(exchange: Exchange, reply: Reply, res: Response) {
    const { req, context, operation, request, identity } = exchange;
    // The user names of a backend may contain dots.
    const hasName = reply.kind !== 'forwarded' || identity.kind === 'brief';
    const recorded = hasName ? identity : { key: identity.key };
    const { scenario, reason, unexpected, delayMs } = reply;
    record(res, {
      ...describeRequest(operation, request, recorded, context.secretFields),
      scenario,
      reason,
      unexpected,
      delayMs,
      ...(reply.kind === 'response' && describeReply(exchange, reply)),
    });
    if (reply.kind === 'forwarded') forwardRequest?.(req, res, context, identity);
    else deliver(res, reply);
  }
}

/** The journal fields of a response that is validated, unless the mock rejects the request. */
function describeReply({ context, operation, request }: Exchange, reply: ResponseReply) {
  const { response, source } = reply;
  const own = source === 'mock' ? [] : validateOwnResponse(context, operation, reply);
  const failure = response.headers[failureHeader];
  return {
    ...describeResponse(response, context.secretFields),
    violations: [...request.violations, ...own],
    ...(failure !== undefined && { reason: `The mock failed: ${failure}`, unexpected: true }),
  };
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
  const failure = reasons.join(' ');
  if (source === 'contract' && failure !== '') {
    response.headers[failureHeader] = toHeaderValue(failure.slice(0, maxFailureLength));
  }
  return violations;
}
