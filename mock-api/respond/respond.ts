import type { Request, RequestHandler, Response } from 'express';
import {
  type ContractContext,
  createTargetViolation,
  type Operation,
  splitTarget,
  toHeaderValue,
  type Violation,
} from '#contract';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import type { MockState } from '../operations/operationHandler.ts';
import { deliver } from './deliver.ts';
import { createTargetReply, failureHeader, sendErrorReply, type Unmatched } from './errorReply.ts';
import type { MockResponse } from './findExampleResponse.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import { createMockRequest, findName, type MockRequest } from './mockRequest.ts';
import type { Reply, ResponseReply } from './reply.ts';
import { findReply } from './responders.ts';

/**
 * Creates the handler for all operations of the contract. It rejects or forwards any other request.
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
    const { context } = files;
    const match = context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') return respondToOther(req, res, context, match);

    const request = createMockRequest(req, match, files, state, hasBackend);
    const reply = findReply(request);
    record(res, describeDecision(request, reply));
    if (reply.kind === 'forwarded') forwardRequest?.(req, res, context, request.identity);
    else deliver(res, reply);
  };

  function respondToOther(req: Request, res: Response, context: ContractContext, match: Unmatched) {
    record(res, { name: findName(req, state) });
    const violation = createTargetViolation(context.contract, match);
    if (!forwardRequest) {
      const reply = createTargetReply(match, violation, req.headers.accept);
      return sendErrorReply(res, reply, [violation]);
    }

    record(res, { violations: [violation], reason: `${violation.message} It was forwarded.` });
    forwardRequest(req, res, context);
  }
}

/** The journal fields of a request and of what the mock does with it. */
function describeDecision(request: MockRequest, reply: Reply): Partial<JournalEntry> {
  const { operation, identity, context } = request;
  // The user names of a backend may contain dots.
  const hasName = reply.kind !== 'forwarded' || identity.kind === 'brief';
  const recorded = hasName ? identity : { key: identity.key };
  const { scenario, reason, unexpected, delayMs } = reply;
  const entry: Partial<JournalEntry> = {
    ...describeRequest(operation, request, recorded, context.secretFields),
    scenario,
    reason,
    unexpected,
    delayMs,
  };
  if (reply.kind === 'response') Object.assign(entry, describeReply(request, reply));
  return entry;
}

const maxFailureLength = 1000;

/**
 * The journal fields of a response, which is validated unless the mock rejects the request. One that violates the
 * contract gets a header that says so, unless a scenario defines it, which may violate the contract on purpose.
 */
function describeReply(
  { context, operation, violations }: MockRequest,
  { response, source }: ResponseReply,
): Partial<JournalEntry> {
  const { secretFields, contract } = context;
  const own = source === 'mock' ? [] : validateOwnResponse(context, operation, response);
  const all = [...violations, ...own];
  if (source !== 'contract' || own.length === 0) {
    return { ...describeResponse(response, secretFields), violations: all };
  }

  const reasons = own.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const failure = toHeaderValue(reasons.join(' ').slice(0, maxFailureLength));
  response.headers[failureHeader] = failure;
  const reason = `The mock failed: ${failure}`;
  return {
    ...describeResponse(response, secretFields),
    violations: all,
    reason,
    unexpected: true,
  };
}

function validateOwnResponse(
  { validateResponse }: ContractContext,
  operation: Operation,
  response: MockResponse,
): Violation[] {
  // It is sent with every body.
  const headers = { 'content-length': String(response.body.length), ...response.headers };
  return validateResponse(operation, { ...response, headers });
}
