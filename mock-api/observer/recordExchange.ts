import type { IncomingMessage } from 'node:http';
import { type ContractContext, maskQuery } from '../contract/index.ts';
import { createBodyCapture } from '../forward/captureBody.ts';
import { captureResponse } from '../forward/captureResponse.ts';
import type { ExchangeListener } from '../forward/forward.ts';
import { describeHeaders, describeRequest } from '../journal/describeRequest.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import { describeConnectionError } from './describeBackendError.ts';
import type { MaskTarget } from './targetMask.ts';
import { type ExchangeFindings, validateExchange } from './validateExchange.ts';
import type { OutcomeOptions } from './validateOutcome.ts';

/** What the observer derives from the contract's file. */
interface ObserverFiles {
  context: ContractContext;
  maskTarget: MaskTarget;
}

export interface RecorderOptions extends OutcomeOptions {
  journal: Journal;
  currentFiles: () => ObserverFiles;
  /** Whether targets, headers and bodies are recorded. Passwords and cookies are always masked. */
  recordBodies: boolean;
  /** A response that begins later is a violation. */
  responseTimeoutMs: number;
}

/** Creates the function that records an exchange and validates it against the contract. */
export function createExchangeRecorder({
  journal,
  currentFiles,
  recordBodies,
  responseTimeoutMs,
  ...options
}: RecorderOptions) {
  return function recordExchange(req: IncomingMessage): ExchangeListener {
    const startedAt = performance.now();
    // One version of the contract for the whole exchange, even if the file changes in the meantime.
    const { context, maskTarget } = currentFiles();
    const target = req.url ?? '/';
    const { update } = journal.add({
      at: new Date().toISOString(),
      method: req.method ?? '',
      path: recordBodies ? maskQuery(target, context.secretFields) : maskTarget(target),
      ...(recordBodies && { requestHeaders: describeHeaders(req.headers, context.secretFields) }),
    });
    const requestBody = createBodyCapture();
    const response = captureResponse();
    let lastChunkAt = startedAt;
    let lateAfterMs: number | undefined;
    /** Notes a late response, unless the backend still waits for the client. */
    const endWait = () => {
      const isLate = req.complete && performance.now() - lastChunkAt > responseTimeoutMs;
      if (isLate) lateAfterMs = responseTimeoutMs;
    };

    return {
      onRequestChunk(chunk) {
        lastChunkAt = performance.now();
        requestBody.add(chunk);
      },
      onResponse(incoming) {
        endWait();
        response.listener.onResponse(incoming);
      },
      onResponseChunk: response.listener.onResponseChunk,
      onEnd(outcome, error) {
        if (!response.hasBegun()) endWait();
        const end: Partial<JournalEntry> = {
          ...response.describeHead(),
          outcome,
          durationMs: Math.round(performance.now() - startedAt),
          ...(error && !error.isConnected && { reason: describeConnectionError(error) }),
        };
        // Runs after pending output has been written, so that validation delays no response.
        setImmediate(async () => {
          let findings: Partial<JournalEntry> = {};
          try {
            findings = await describe(
              await validateExchange(
                context,
                { req, requestBody, response, outcome, error, lateAfterMs },
                options,
              ),
            );
          } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            findings = { reason: `The exchange could not be validated: ${message}.` };
          }
          update({ ...findings, ...end });
        });
      },
    };

    async function describe({
      operation,
      request,
      violations,
    }: ExchangeFindings): Promise<Partial<JournalEntry>> {
      if (!operation || !request) return { violations };
      if (!recordBodies) return { operation: operation.id, violations };
      // The ids of a backend have no tester's name, although they may contain dots.
      const identity = identifyRequest(operation.id, request, { isKnownId: () => true });
      return {
        ...describeRequest(operation, request, identity, context.secretFields),
        ...(await response.describe(context.secretFields)),
        violations,
      };
    }
  };
}
