import {
  type Agent,
  Agent as HttpAgent,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setImmediate } from 'node:timers/promises';
import type { ContractContext } from '#contract';
import { recordAtEnd } from '../journal/recordRequests.ts';
import {
  type DescriptionOptions,
  describeEnd,
  describeFailure,
  describeMessages,
  describeUnexpected,
} from './describeExchange.ts';
import { forward, type RequestReplacement } from './forward.ts';

export interface ForwarderOptions extends DescriptionOptions {
  /** A path in it is prepended to every request target. */
  backend: URL;
  /** The name of this proxy in the header `Via`. */
  via: string;
}

/** Forwards a request, and records its end and its violations of one version of the contract. */
type Forwarder = (
  req: IncomingMessage,
  res: ServerResponse,
  context: ContractContext,
  replacement?: RequestReplacement,
) => void;

export function createForwarder(options: ForwarderOptions): Forwarder {
  const { backend, via, isRecorded } = options;
  const agent = createAgent(backend);

  return (req, res, context, replacement) => {
    const forwarded = forward(req, res, { backend, via, agent, ...replacement });
    recordAtEnd(res, async () => {
      const exchange = await forwarded;
      // Runs after pending output has been written, so that validation delays no response.
      await setImmediate();
      const messages = await describeMessages(req, exchange, context, options).catch(
        describeFailure,
      );
      const recorded = { ...messages, ...describeEnd(exchange, backend) };
      return isRecorded ? { ...recorded, ...describeUnexpected(recorded) } : recorded;
    });
  };
}

/**
 * Closes idle connections before servers do, because a request on a connection that the server is closing would get
 * no response.
 */
const idleTimeoutMs = 1000;

/**
 * Keeps connections to a backend open between requests. An idle one does not keep the process running. They use the
 * proxy of the environment if `NODE_USE_ENV_PROXY` is 1, as the agents of Node.js do.
 */
function createAgent({ protocol }: URL): Agent {
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === '1' ? process.env : undefined;
  const options = { keepAlive: true, timeout: idleTimeoutMs, proxyEnv };
  return new (protocol === 'https:' ? HttpsAgent : HttpAgent)(options);
}
