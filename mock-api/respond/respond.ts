import type { RequestHandler, Response } from 'express';
import { createTargetViolation, readForm, splitTarget } from '../contract/index.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import { record } from '../journal/recordRequests.ts';
import type { MockFiles } from '../operations/loadMockFiles.ts';
import type { TesterData } from '../operations/testerData.ts';
import { deliver } from './deliver.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { findExampleName } from './findExampleResponse.ts';
import type { RequestForwarder } from './forwardRequest.ts';
import type { Reply } from './reply.ts';
import { createTargetReply, failureHeader, sendReply } from './sendProblem.ts';
import { createSteps, type StepOptions } from './steps.ts';
import { validateOwnResponse } from './validateOwnResponse.ts';

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

  return async (req, res) => {
    const form = Buffer.isBuffer(req.body) ? await readForm(req.headers, req.body) : undefined;
    const files = currentFiles();
    const match = files.context.matchOperation(req.method, splitTarget(req.url).path);
    if (match.kind !== 'operation') {
      const violation = createTargetViolation(files.context.contract, match);
      record(res, { violations: [violation] });
      if (!forwardRequest) {
        return sendReply(res, createTargetReply(match, violation, req.headers.accept));
      }
      record(res, { reason: `${violation.message} It was forwarded.` });
      return forwardRequest(req, res, { context: files.context, violations: [violation] });
    }
    const exchange = createExchange(req, match, form, { ...options, files, testerData });
    for (const step of steps) {
      const reply = step(exchange);
      if (reply) return finish(exchange, reply, res);
    }
  };

  /** Records what was decided, and does it. */
  function finish(exchange: Exchange, reply: Reply, res: Response) {
    const { req, context, operation, request, identity, preferred } = exchange;
    const { secretFields } = context;
    const { scenario, reason, unexpected } = reply;
    const delayMs = preferred.kind === 'valid' ? (preferred.delayMs ?? reply.delayMs) : undefined;
    // The user names of a backend may contain dots.
    const hasName = reply.kind !== 'forwarded' || identity.kind === 'brief';
    const recorded = hasName ? identity : { key: identity.key };
    const entry = {
      ...describeRequest(operation, request, recorded, secretFields),
      ...(scenario !== undefined && { scenario }),
      ...(reason !== undefined && { reason }),
      ...(unexpected && { unexpected }),
      ...(delayMs && { delayMs }),
    };
    if (reply.kind === 'forwarded') {
      record(res, entry);
      const { violations } = request;
      return forwardRequest?.(req, res, { context, operation, violations, identity });
    }
    if (reply.kind === 'withheld') {
      record(res, entry);
      return deliver(res, { ...reply, delayMs });
    }
    const { response, violations } = validateOwnResponse(context, operation, reply);
    const failure = response.headers[failureHeader];
    const example = findExampleName(operation, response);
    record(res, {
      ...entry,
      ...describeResponse(response, secretFields),
      ...(example !== undefined && { example }),
      ...(typeof failure === 'string' && {
        reason: `The mock failed: ${failure}`,
        unexpected: true,
      }),
      violations: [...request.violations, ...violations],
    });
    deliver(res, { ...reply, response, delayMs }, appliedPreference(exchange, reply));
  }
}

/** The preferences that a reply applies: not that for a response, if the request was rejected. */
function appliedPreference({ preferred }: Exchange, reply: Reply): Record<string, string> {
  if (preferred.kind === 'invalid' || preferred.applied === '') return {};
  const isSelected = reply.kind === 'response' && reply.response === preferred.response;
  if (preferred.response && !isSelected) return {};
  return { 'preference-applied': preferred.applied };
}
