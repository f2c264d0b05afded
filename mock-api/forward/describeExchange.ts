import type { IncomingMessage } from 'node:http';
import type { ContractContext } from '#contract';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import { describeConnectionError } from './describeBackendError.ts';
import type { ForwardedExchange } from './forward.ts';
import { type ValidationOptions, validateExchange } from './validateExchange.ts';

type Description = Partial<JournalEntry>;

export interface DescriptionOptions extends ValidationOptions {
  /** Whether headers and bodies are recorded. Passwords and cookies are always masked. */
  recordBodies: boolean;
  /** Whether the request is already recorded, as the client sent it. */
  isRecorded?: boolean;
}

/** The journal fields of the end of an exchange. */
export function describeEnd(
  { outcome, error, response }: ForwardedExchange,
  backend: URL,
): Description {
  const status = response?.statusCode;
  const end: Description = { outcome, status, mediaType: response?.headers['content-type'] };
  if (error && !error.isConnected) end.reason = describeConnectionError(error, backend);
  return end;
}

/** The journal field of an exchange that could not be validated. */
export function describeFailure(cause: unknown): Description {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { reason: `The exchange could not be validated: ${message}.`, unexpected: true };
}

/** The journal fields of the request and the response, and their violations. */
export async function describeMessages(
  req: IncomingMessage,
  exchange: ForwardedExchange,
  context: ContractContext,
  options: DescriptionOptions,
): Promise<Description> {
  const { secretFields } = context;
  const found = await validateExchange(context, req, exchange, options);
  const { operation, request, violations } = found;
  if (!operation || !request || !options.recordBodies) {
    return { violations, operation: operation?.id };
  }

  const response = await describeForwardedResponse(exchange, secretFields);
  if (options.isRecorded) return { ...response, violations };

  // The ids of a backend have no tester's name, although they may contain dots.
  const identity = identifyRequest(operation, request, { isKnownId: () => true });
  const sent = describeRequest(operation, request, identity, secretFields);
  return { ...sent, ...response, violations };
}

async function describeForwardedResponse(
  { response, readResponseBody }: ForwardedExchange,
  secretFields: ReadonlySet<string>,
): Promise<Description> {
  if (!response) return {};

  const { headers } = response;
  const content = await readResponseBody();
  if (content.kind === 'decoded') {
    return describeResponse({ headers, body: content.body }, secretFields);
  }

  const { responseHeaders } = describeResponse({ headers, body: Buffer.alloc(0) }, secretFields);
  return { responseHeaders };
}

/** Why a test that expects nothing else fails, as it does where the mock itself responds. */
export function describeUnexpected({
  violations = [],
  outcome,
  status,
  reason,
}: Description): Description {
  const messages = violations.map(({ message }) => message);
  if (status === 404) messages.push('The backend responded with 404.');

  const isIncomplete = outcome !== 'completed' && outcome !== 'client aborted';
  if (isIncomplete && messages.length === 0) messages.push(reason ?? 'The response is incomplete.');
  if (messages.length === 0) return {};

  return { unexpected: true, reason: messages.join(' ') };
}
