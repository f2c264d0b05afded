import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/contract.ts';
import type { ContractContext } from '../contract/contractContext.ts';
import { splitTarget } from '../contract/http/splitTarget.ts';
import { maskQuery } from '../contract/secretFields.ts';
import { createTargetViolation } from '../contract/validate/createTargetViolation.ts';
import { validateOutcome } from '../contract/validate/validateOutcome.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import { createBodyCapture } from '../forward/captureBody.ts';
import { captureResponse } from '../forward/captureResponse.ts';
import type { ExchangeListener } from '../forward/forward.ts';
import { describeHeaders } from '../journal/describeHeaders.ts';
import { describeRequest } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import type { ValueMasks } from './valueMasks.ts';

/** What the observer derives from the contract's file. */
interface ObserverFiles {
  context: ContractContext;
  masks: ValueMasks;
}

export interface RecorderOptions {
  journal: Journal;
  currentFiles: () => ObserverFiles;
  /** Whether targets, headers and bodies are recorded. Passwords and cookies are always masked. */
  recordBodies: boolean;
}

/** Creates the function that records an exchange and validates it against the contract. */
export function createExchangeRecorder({ journal, currentFiles, recordBodies }: RecorderOptions) {
  return function recordExchange(req: IncomingMessage): ExchangeListener {
    const started = performance.now();
    // One version of the contract for the whole exchange, even if the file changes in the meantime.
    const { context, masks } = currentFiles();
    const target = req.url ?? '/';
    const { update } = journal.add({
      at: new Date().toISOString(),
      method: req.method ?? '',
      path: recordBodies ? maskQuery(target, context.secretFields) : masks.maskTarget(target),
      ...(recordBodies && { requestHeaders: describeHeaders(req.headers, context.secretFields) }),
    });
    const requestBody = createBodyCapture();
    const response = captureResponse();

    return {
      ...response.listener,
      onRequestChunk: requestBody.add,
      onEnd(outcome) {
        const durationMs = Math.round(performance.now() - started);
        // Runs after pending output has been written, so that validation delays no response.
        setImmediate(async () => {
          let findings: Partial<JournalEntry> = {};
          try {
            findings = await validateExchange(outcome === 'completed');
          } finally {
            update({ ...findings, ...response.describeHead(), outcome, durationMs });
          }
        });
      },
    };

    async function validateExchange(isComplete: boolean): Promise<Partial<JournalEntry>> {
      const { path, query } = splitTarget(target);
      const match = context.matchOperation(req.method ?? '', path);
      if (match.kind !== 'operation') {
        return { violations: [createTargetViolation(context.contract, match)] };
      }
      const { operation, pathValues } = match;
      const { headers } = req;
      const decoded = await requestBody.read(headers['content-encoding']);
      const isDecoded = decoded.kind === 'decoded';
      const request = context.validateRequest(operation, {
        pathValues,
        query,
        headers,
        body: isDecoded ? decoded.body : Buffer.alloc(0),
      });
      const described = describe(operation, request);
      const { status } = response.describeHead();
      if (!isComplete || status === undefined) {
        return { ...described, violations: isDecoded ? request.violations : [] };
      }
      const violations = isDecoded
        ? validateOutcome(context.contract, operation, request.violations, status)
        : [];
      violations.push(...(await response.validate(context, operation, req.method)));
      const recorded = recordBodies ? await response.describe(context.secretFields) : {};
      return { ...described, ...recorded, violations };
    }

    function describe(operation: Operation, request: ValidatedRequest): Partial<JournalEntry> {
      if (recordBodies) {
        // The ids of a backend have no suffix, although they may contain dots.
        const identity = identifyRequest(operation.id, request, { isKnownId: () => true });
        return describeRequest(operation, request, identity, context.secretFields);
      }
      const { body } = request;
      return {
        operation: operation.id,
        ...(body !== undefined && { body: masks.maskBody(body) }),
      };
    }
  };
}
