import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Services } from '../services.ts';
import { createCachedLookup } from './createCachedLookup.ts';

/** Creates the agents that open connections to the backend; both share one cache of its addresses. */
export function createBackendAgents(backendUrl: string, { limits, lookupAddresses }: Services) {
  const lookup = createCachedLookup(lookupAddresses, limits.backendAddressTtlMs);
  const createAgent = (options: AgentOptions) => {
    const Agent = backendUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
    return new Agent({ ...options, lookup, autoSelectFamily: true });
  };
  const pooled = createAgent({
    keepAlive: true,
    // The latest one that became idle is used first, so that those that a burst has left are idle until they close.
    scheduling: 'lifo',
    // Closes an idle connection.
    timeout: limits.backendIdleTimeoutMs,
    // The idle timeout is already shorter than any that a backend announces in whole seconds.
    agentKeepAliveTimeoutBuffer: 0,
    // A limit would close connections under load, to open them again for the next requests.
    maxFreeSockets: Number.POSITIVE_INFINITY,
  });
  limitAge(pooled, limits.backendConnectionMaxAgeMs);
  return {
    /** Keeps connections for further requests. */
    pooled,
    /** Opens a connection for each request. */
    unpooled: createAgent({ keepAlive: false }),
  };
}

/** Closes a connection after the first response that ends `maxAgeMs` after its first one. */
function limitAge(agent: HttpAgent, maxAgeMs: number): void {
  const firstIdleAt = new WeakMap<Duplex, number>();
  // Node.js closes the connection if the result is false.
  const keepSocketAlive: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);

  agent.keepSocketAlive = (socket) => {
    const now = performance.now();
    const firstIdle = firstIdleAt.get(socket);
    if (firstIdle === undefined) firstIdleAt.set(socket, now);
    else if (now - firstIdle >= maxAgeMs) return false;

    return keepSocketAlive(socket);
  };
}
