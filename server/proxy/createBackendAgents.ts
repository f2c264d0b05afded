import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Config } from '../config/config.ts';
import type { Services } from '../services.ts';
import { createCachedLookup } from './createCachedLookup.ts';

/** Creates the agents that open connections to the backend; both share one cache of its addresses. */
export function createBackendAgents(
  { backendUrl, maxInFlight }: Config,
  { limits, lookupAddresses }: Services,
) {
  const lookup = createCachedLookup(lookupAddresses, limits.backendAddressTtlMs);
  const createAgent = (options: AgentOptions) => {
    const Agent = backendUrl.startsWith('https:') ? HttpsAgent : HttpAgent;
    return new Agent({ ...options, lookup, autoSelectFamily: true });
  };
  const pooled = createAgent({
    keepAlive: true,
    // Closes an idle connection.
    timeout: limits.backendConnectionMaxAgeMs,
    // A request that waits for a socket does not time out. So there is one for each, and as many that `endBodiless`
    // keeps silent for a moment.
    maxSockets: 2 * maxInFlight,
  });
  limitAge(pooled, limits.backendConnectionMaxAgeMs);
  return {
    /** Keeps connections for further requests. */
    pooled,
    /** Opens a connection for each request. */
    unpooled: createAgent({ keepAlive: false }),
  };
}

/** Keeps no connection that is older than this, from its first response, so that a new backend address takes effect. */
function limitAge(agent: HttpAgent, maxAgeMs: number): void {
  const firstFreeAt = new WeakMap<Duplex, number>();
  const keepSocketAlive: (socket: Duplex) => unknown = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    const now = performance.now();
    const since = firstFreeAt.get(socket) ?? now;
    firstFreeAt.set(socket, since);
    return now < since + maxAgeMs && keepSocketAlive(socket);
  };
}
