import type { Request, RequestHandler, Response } from 'express';
import {
  type ContractContext,
  createTargetViolation,
  type Operation,
  splitTarget,
  toHeaderValue,
  type Violation,
} from '#contract';
import type { Forwarder } from '../forward/createForwarder.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockData } from '../operations/mockData.ts';
import type { MockState } from '../operations/mockState.ts';
import { deliver } from './deliver.ts';
import { createTargetReply, failureHeader, sendErrorReply, type Unmatched } from './errorReply.ts';
import { findName, identify, type MockRequest } from './identify.ts';
import type { MockResponse, Reply, ResponseReply } from './reply.ts';
import { select } from './select.ts';

export interface ResponderOptions {
  /** The contract and the data. Without data, every request is forwarded. */
  currentFiles(): { context: ContractContext; data?: MockData };
  state: MockState;
  /** Forwards the requests to which neither the data nor a scenario applies. */
  forward?: Forwarder | undefined;
}

/** Creates the handler of all requests: it identifies and validates one, selects the reply, records and sends it. */
export function createResponder({
  currentFiles,
  state,
  forward,
}: ResponderOptions): RequestHandler {
  return (req, res) => {
    const { context, data } = currentFiles();
    if (!data) return forward?.(req, res, context);

    const match = context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') return respondToOther(req, res, context, match);

    const known = { context, data, state, hasBackend: forward !== undefined };
    const request = identify(req, match, known);
    const reply = select(request);
    record(res, describe(request, reply));
    if (reply.kind === 'forwarded') forward?.(req, res, context, request.identity);
    else deliver(res, reply);
  };

  /** Rejects or forwards a request to no operation. */
  function respondToOther(req: Request, res: Response, context: ContractContext, match: Unmatched) {
    record(res, { name: findName(req, state) });
    const violation = createTargetViolation(context.contract, match);
    if (!forward) {
      const reply = createTargetReply(match, violation, req.headers.accept);
      return sendErrorReply(res, reply, [violation]);
    }

    record(res, { violations: [violation], reason: `${violation.message} It was forwarded.` });
    forward(req, res, context, {});
  }
}

/** The journal fields of a request and of what the mock does with it. */
function describe(request: MockRequest, reply: Reply): Partial<JournalEntry> {
  const { operation, identity, context } = request;
  // The user names of a backend may contain dots.
  const hasName = reply.kind !== 'forwarded' || identity.kind === 'brief';
  const recorded = hasName ? identity : { key: identity.key };
  const { scenario, reason, unexpected } = reply;
  const described = describeRequest(operation, request, recorded, context.isSecret);
  const decision = { ...described, scenario, reason, unexpected };
  if (reply.kind !== 'response') return decision;
  return { ...decision, ...describeReply(request, reply) };
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
  const { isSecret, contract } = context;
  const own = source === 'mock' ? [] : validateOwnResponse(context, operation, response);
  const all = [...violations, ...own];
  if (source !== 'contract' || own.length === 0) {
    return { ...describeResponse(response, isSecret), violations: all };
  }

  const reasons = own.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const failure = toHeaderValue(reasons.join(' ').slice(0, maxFailureLength));
  response.headers[failureHeader] = failure;
  const reason = `The mock failed: ${failure}`;
  return {
    ...describeResponse(response, isSecret),
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
