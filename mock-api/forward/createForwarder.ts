import { Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import type { ContractContext } from '#contract';
import type { Exchange, ExchangeEmitter } from '../journal/exchange.ts';
import { identifyRequest } from '../scenarios/identifyRequest.ts';
import { describeConnectionError } from './backendErrors.ts';
import { findViolations, type ViolationOptions } from './findViolations.ts';
import { type BackendExchange, forward } from './forward.ts';

export interface ForwarderOptions extends ViolationOptions {
  /** The URL of the backend. Its path is prepended to every request target. */
  backend: URL;
  /** The name of this proxy in the header `Via`. */
  via: string;
}

/** The target and the decompressed body of a request that the mock has received completely. */
interface BufferedRequest {
  target: string;
  body: Buffer;
}

/**
 * A function that forwards a request, and reports its exchange twice: when it begins and, with the violations of
 * request and response, when it ends.
 * @param buffered the target and the body to send, if the mock has received the whole request
 */
export type Forwarder = (
  req: IncomingMessage,
  res: ServerResponse,
  exchange: Exchange,
  buffered?: BufferedRequest,
) => Promise<void>;

export function createForwarder(options: ForwarderOptions, exchanges: ExchangeEmitter): Forwarder {
  const { backend, via } = options;
  const agent = createAgent(backend);

  return async (req, res, begun, buffered) => {
    const startedAt = performance.now();
    const exchange: Exchange = { ...begun, forwardedTo: backend.origin };
    exchanges.emit('begun', exchange);
    const sent = await forward(req, res, { backend, via, agent, ...buffered });
    exchange.durationMs = Math.round(performance.now() - startedAt);
    // Runs after pending output has been written, so that validation delays no response.
    await setImmediate();
    const end = await describeEnd(exchange, sent, options, buffered !== undefined);
    exchanges.emit('ended', Object.assign(exchange, end));
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

/** Returns the outcome of an exchange, its violations, and the reason if a test must fail. */
async function describeEnd(
  { context }: Exchange,
  sent: BackendExchange,
  options: ForwarderOptions,
  isRead: boolean,
): Promise<Partial<Exchange>> {
  const { outcome, error, response } = sent;
  const messages = await describeMessages(context, sent, options, isRead).catch(describeFailure);
  const end: Partial<Exchange> = {
    ...messages,
    outcome,
    status: response?.statusCode,
    mediaType: response?.headers['content-type'],
  };
  if (error && !error.isConnected) end.reason = describeConnectionError(error, options.backend);
  return { ...end, ...describeUnexpected(end) };
}

/** Validates request and response, and identifies a request that was forwarded without being read. */
async function describeMessages(
  context: ContractContext,
  sent: BackendExchange,
  options: ForwarderOptions,
  isRead: boolean,
): Promise<Partial<Exchange>> {
  const { operation, request, violations } = await findViolations(context, sent, options);
  if (!operation || !request) return { violations };

  const response = await readResponse(sent);
  if (isRead) return { violations, response };

  // The ids of a backend have no tester's name, although they may contain dots.
  const { key } = identifyRequest(operation, request, { isKnownId: () => true });
  return { violations, response, operation, key, body: request.body };
}

async function readResponse(sent: BackendExchange): Promise<Exchange['response']> {
  if (!sent.response) return undefined;

  const content = await sent.readResponseBody();
  const body = content.kind === 'decoded' ? content.body : undefined;
  return { headers: sent.response.headers, body };
}

/** Describes an exchange that could not be validated. */
function describeFailure(cause: unknown): Partial<Exchange> {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { reason: `The exchange could not be validated: ${message}.`, unexpected: true };
}

/**
 * Marks an exchange that fails a test which does not expect it: with a violation, a 404 or without a complete response.
 */
function describeUnexpected({ violations = [], outcome, status, reason }: Partial<Exchange>) {
  const messages = violations.map(({ message }) => message);
  if (status === 404) messages.push('The backend responded with 404.');

  const isIncomplete = outcome !== 'completed' && outcome !== 'client aborted';
  if (isIncomplete && messages.length === 0) messages.push(reason ?? 'The response is incomplete.');
  if (messages.length === 0) return {};

  return { unexpected: true, reason: messages.join(' ') };
}
