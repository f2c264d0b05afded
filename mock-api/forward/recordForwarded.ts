import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { ContractContext } from '../../contract/index.ts';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { recordAtEnd } from '../journal/recordRequests.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import { describeConnectionError } from './describeBackendError.ts';
import type { ForwardedExchange } from './forward.ts';
import { type ValidationOptions, validateExchange } from './validateExchange.ts';

export interface RecorderOptions extends ValidationOptions {
  /** Whether headers and bodies are recorded. Passwords and cookies are always masked. */
  recordBodies: boolean;
  /** Whether the request is already recorded, as the client sent it. */
  isRecorded?: boolean;
}

/** Records the end of a forwarded exchange, and its violations of one version of the contract. */
export function recordForwarded(
  req: IncomingMessage,
  res: ServerResponse,
  forwarded: Promise<ForwardedExchange>,
  context: ContractContext,
  options: RecorderOptions,
): void {
  recordAtEnd(res, async () => {
    const exchange = await forwarded;
    // Runs after pending output has been written, so that validation delays no response.
    await setImmediate();
    const { outcome, error, response } = exchange;
    const { statusCode: status, headers = {} } = response ?? {};
    const { 'content-type': mediaType } = headers;
    const end: Partial<JournalEntry> = {
      outcome,
      status,
      mediaType,
      ...(error && !error.isConnected && { reason: describeConnectionError(error) }),
    };
    const recorded = { ...(await tryToDescribe(exchange)), ...end };
    return options.isRecorded ? { ...recorded, ...describeUnexpected(recorded) } : recorded;
  });

  async function tryToDescribe(exchange: ForwardedExchange): Promise<Partial<JournalEntry>> {
    try {
      return await describe(exchange);
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return { reason: `The exchange could not be validated: ${message}.`, unexpected: true };
    }
  }

  async function describe(exchange: ForwardedExchange): Promise<Partial<JournalEntry>> {
    const found = await validateExchange(context, req, exchange, options);
    const { operation, request, violations } = found;
    if (!operation || !request || !options.recordBodies) {
      return { violations, operation: operation?.id };
    }
    const { secretFields } = context;
    // The ids of a backend have no tester's name, although they may contain dots.
    const identity = identifyRequest(operation.id, request, { isKnownId: () => true });
    const content = await exchange.readResponseBody();
    const isDecoded = content.kind === 'decoded';
    const body = isDecoded ? content.body : Buffer.alloc(0);
    const headers = exchange.response?.headers;
    const response = headers && describeResponse({ headers, body }, secretFields);
    return {
      ...(!options.isRecorded && describeRequest(operation, request, identity, secretFields)),
      ...response,
      responseBody: isDecoded ? response?.responseBody : undefined,
      violations,
    };
  }
}

/** Why a test that expects nothing else fails, as it does where the mock itself responds. */
function describeUnexpected({
  violations = [],
  outcome,
  status,
  reason,
}: Partial<JournalEntry>): Partial<JournalEntry> {
  const messages = violations.map(({ message }) => message);
  if (status === 404) messages.push('The backend responded with 404.');
  const isIncomplete = outcome !== 'completed' && outcome !== 'client aborted';
  if (isIncomplete && messages.length === 0) messages.push(reason ?? 'The response is incomplete.');
  return messages.length === 0 ? {} : { unexpected: true, reason: messages.join(' ') };
}
