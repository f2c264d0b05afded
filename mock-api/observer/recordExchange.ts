import type { IncomingMessage } from 'node:http';
import type { Operation } from '../contract/contract.ts';
import type { ContractContext } from '../contract/contractContext.ts';
import { maskQuery } from '../contract/secretFields.ts';
import { createTargetViolation } from '../contract/validate/createTargetViolation.ts';
import type { ValidatedRequest } from '../contract/validate/validateRequest.ts';
import type { Violation } from '../contract/violation.ts';
import { describeRequest } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import { createBodyCapture } from './captureBody.ts';
import type { ExchangeListener } from './forward.ts';
import type { ValueMasks } from './valueMasks.ts';

/** What the observer derives from the contract's file. */
interface ObserverFiles {
  context: ContractContext;
  masks: ValueMasks;
}

export interface RecorderOptions {
  journal: Journal;
  currentFiles: () => ObserverFiles;
  /** Whether targets and bodies are recorded unmasked. Passwords are always masked. */
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
    });
    const requestBody = createBodyCapture();
    const responseBody = createBodyCapture();
    let response: IncomingMessage | undefined;

    return {
      onRequestChunk: requestBody.add,
      onResponseChunk: responseBody.add,
      onResponse(incoming) {
        response = incoming;
      },
      onEnd(outcome) {
        const durationMs = Math.round(performance.now() - started);
        const status = response?.statusCode;
        const mediaType = response?.headers['content-type'];
        // Runs after pending output has been written, so that validation delays no response.
        setImmediate(async () => {
          let findings: Partial<JournalEntry> = {};
          try {
            findings = await validateExchange(outcome === 'completed');
          } finally {
            update({
              ...findings,
              outcome,
              durationMs,
              ...(status !== undefined && { status }),
              ...(mediaType !== undefined && { mediaType }),
            });
          }
        });
      },
    };

    async function validateExchange(isComplete: boolean): Promise<Partial<JournalEntry>> {
      const [path = '', ...query] = target.split('?');
      const match = context.matchOperation(req.method ?? '', path);
      if (match.kind !== 'operation') {
        return { violations: [createTargetViolation(context.contract, match)] };
      }
      const { operation, pathValues } = match;
      const { headers } = req;
      const body = await requestBody.read(headers['content-encoding']);
      const request = context.validateRequest(operation, {
        pathValues,
        query: query.join('?'),
        headers,
        body: body ?? Buffer.alloc(0),
      });
      const violations: Violation[] = body === undefined ? [] : [...request.violations];
      if (isComplete && response) {
        violations.push(...(await validateResponse(operation, response)));
      }
      return { ...describe(operation, request), violations };
    }

    function describe(operation: Operation, request: ValidatedRequest): Partial<JournalEntry> {
      if (recordBodies) {
        const identity = identifyRequest(operation.id, request);
        return describeRequest(operation, request, identity, context.secretFields);
      }
      const { body } = request;
      return {
        operation: operation.id,
        ...(body !== undefined && { body: masks.maskBody(body) }),
      };
    }

    async function validateResponse(
      operation: Operation,
      { statusCode: status = 0, headers }: IncomingMessage,
    ): Promise<Violation[]> {
      // A 304 has no body, and its headers describe the response that the client has cached.
      if (status === 304) return [];
      const body = await responseBody.read(headers['content-encoding']);
      return context.validateResponse(operation, {
        status,
        headers,
        body: req.method === 'HEAD' ? undefined : body,
      });
    }
  };
}
