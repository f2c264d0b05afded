import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Limits } from '../config/defaultLimits.ts';
import type { Services } from '../services.ts';
import { BackendAddresses } from './BackendAddresses.ts';

/** Creates the agents that open connections to the backend; both share one cache of its addresses. */
export function createBackendAgents(
  backendUrl: string,
  { limits, lookupAddresses }: Services,
): Record<'pooled' | 'unpooled', HttpAgent> {
  const { protocol, hostname } = new URL(backendUrl);
  const addresses = new BackendAddresses(hostname, lookupAddresses, limits.backendAddressTtlMs);
  const BackendAgent = createAgentClass(protocol === 'https:' ? HttpsAgent : HttpAgent);
  return {
    /** The agent that keeps connections for further requests. */
    pooled: new BackendAgent(addresses, limits, {
      keepAlive: true,
      // The latest one that became idle is used first, so that those that a burst has left are idle until they close.
      scheduling: 'lifo',
      // Closes an idle connection.
      timeout: limits.backendIdleTimeoutMs,
      // The idle timeout is already shorter than any that a backend announces in whole seconds.
      agentKeepAliveTimeoutBuffer: 0,
      // A limit would close connections under load, to open them again for the next requests.
      maxFreeSockets: Number.POSITIVE_INFINITY,
    }),
    /** The agent that opens a connection for each request. */
    unpooled: new BackendAgent(addresses, limits, { keepAlive: false }),
  };
}

/** Extends the agent of a protocol for connections to the backend. */
const createAgentClass = (Agent: typeof HttpAgent) =>
  class BackendAgent extends Agent {
    readonly #addresses: BackendAddresses;
    readonly #maxAgeMs: number;
    readonly #firstIdleAt = new WeakMap<Duplex, number>();

    constructor(addresses: BackendAddresses, limits: Limits, options: AgentOptions) {
      super({
        ...options,
        lookup: addresses.lookup,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: limits.connectAttemptTimeoutMs,
      });
      this.#addresses = addresses;
      this.#maxAgeMs = limits.backendConnectionMaxAgeMs;
    }

    override createConnection(...args: Parameters<HttpAgent['createConnection']>) {
      const socket = super.createConnection(...args);
      socket?.on('connectionAttemptTimeout', (address: string) => this.#addresses.tryLast(address));
      return socket;
    }

    /** Keeps a connection for the next request, unless its first response ended more than `maxAgeMs` ago. */
    override keepSocketAlive(socket: Duplex): unknown {
      const now = performance.now();
      const firstIdle = this.#firstIdleAt.get(socket);
      if (firstIdle === undefined) this.#firstIdleAt.set(socket, now);
      else if (now - firstIdle >= this.#maxAgeMs) return false;

      // Node.js closes the connection if the result is false.
      return super.keepSocketAlive(socket);
    }
  };
