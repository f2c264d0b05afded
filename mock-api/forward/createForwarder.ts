import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import type { ContractContext, IsSecret } from '#contract';
import { describeRequest, describeResponse } from '../journal/describeRequest.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { record, recordAtEnd } from '../journal/recordRequests.ts';
import { identifyRequest, type RequestIdentity } from '../scenarios/identifyRequest.ts';
import { describeConnectionError } from './describeBackendError.ts';
import { findViolations, type ViolationOptions } from './findViolations.ts';
import { type Exchange, forward } from './forward.ts';
import { withoutName } from './withoutName.ts';

export interface ForwarderOptions extends ViolationOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  /** The name of this proxy in the header `Via`. */
  via: string;
  /** Whether headers and bodies are recorded. Secrets are always masked. */
  recordBodies: boolean;
}

/**
 * Forwards a request, and records its end and all violations of one version of the contract.
 * @param identity of a request that has been read and recorded; it is forwarded without the tester's name
 */
export type Forwarder = (
  req: IncomingMessage & { body?: unknown },
  res: ServerResponse,
  context: ContractContext,
  identity?: RequestIdentity,
) => void;

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { backend, via } = options;
  const agent = createAgent(backend);

  return (req, res, context, identity) => {
    record(res, { forwardedTo: backend.origin });
    const sent = identity && withoutName(req, identity);
    const ended = forward(req, res, { backend, via, agent, ...sent });
    recordAtEnd(res, async () => {
      const exchange = await ended;
      // Runs after pending output has been written, so that validation delays no response.
      await setImmediate();
      const isRecorded = identity !== undefined;
      return describe(exchange, context, options, isRecorded);
    });
  };
}

/**
 * Opens a connection for each request, because a request on a connection that the backend is closing would get no
 * response. It uses the proxy of the environment if `NODE_USE_ENV_PROXY` is 1, as the agents of Node.js do.
 */
function createAgent({ protocol }: URL): HttpAgent {
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === '1' ? process.env : undefined;
  return new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ proxyEnv });
}

type Description = Partial<JournalEntry>;

/** The journal fields of an exchange that has ended. */
async function describe(
  exchange: Exchange,
  context: ContractContext,
  options: ForwarderOptions,
  isRecorded: boolean,
): Promise<Description> {
  const { outcome, error, response } = exchange;
  const messages = await describeMessages(exchange, context, options, isRecorded).catch(
    describeFailure,
  );
  const described: Description = {
    ...messages,
    outcome,
    status: response?.statusCode,
    mediaType: response?.headers['content-type'],
  };
  if (error && !error.isConnected) {
    described.reason = describeConnectionError(error, options.backend);
  }
  return { ...described, ...describeUnexpected(described) };
}

/** The violations, the request unless it is already recorded, and the response. */
async function describeMessages(
  exchange: Exchange,
  context: ContractContext,
  options: ForwarderOptions,
  isRecorded: boolean,
): Promise<Description> {
  const { isSecret } = context;
  const { operation, request, violations } = await findViolations(context, exchange, options);
  if (!operation || !request) return { violations };
  if (!options.recordBodies) return { violations, operation: operation.id };

  const response = await describeForwardedResponse(exchange, isSecret);
  if (isRecorded) return { ...response, violations };

  // The ids of a backend have no tester's name, although they may contain dots.
  const identity = identifyRequest(operation, request, { isKnownId: () => true });
  const sent = describeRequest(operation, request, identity, isSecret);
  return { ...sent, ...response, violations };
}

async function describeForwardedResponse(
  exchange: Exchange,
  isSecret: IsSecret,
): Promise<Description> {
  if (!exchange.response) return {};

  const { headers } = exchange.response;
  const content = await exchange.readResponseBody();
  const isKnown = content.kind === 'decoded';
  const body = isKnown ? content.body : Buffer.alloc(0);
  const described = describeResponse({ headers, body }, isSecret);
  return isKnown ? described : { responseHeaders: described.responseHeaders };
}

/** The journal fields of an exchange that could not be validated. */
function describeFailure(cause: unknown): Description {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { reason: `The exchange could not be validated: ${message}.`, unexpected: true };
}

/** Why a test that expects nothing else fails, as it does where the mock itself responds. */
function describeUnexpected({ violations = [], outcome, status, reason }: Description) {
  const messages = violations.map(({ message }) => message);
  if (status === 404) messages.push('The backend responded with 404.');

  const isIncomplete = outcome !== 'completed' && outcome !== 'client aborted';
  if (isIncomplete && messages.length === 0) messages.push(reason ?? 'The response is incomplete.');
  if (messages.length === 0) return {};

  return { unexpected: true, reason: messages.join(' ') };
}
