import { type AgentOptions, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Config } from '../config/config.ts';
import type { Limits } from '../config/limits.ts';
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
    maxFreeSockets: maxInFlight,
  });
  restConnections(pooled, maxInFlight, limits);
  return {
    /** Keeps connections for further requests. */
    pooled,
    /** Opens a connection for each request. */
    unpooled: createAgent({ keepAlive: false }),
  };
}

/**
 * Lets each connection rest after a response before it is used again. Some backends send a body with a 204 or a 304, or
 * more than they have announced, which would become the response to the next request; Node.js closes an unused
 * connection on which a byte arrives. Closes a connection beyond `maxUnused`, and one that has reached its maximum age
 * since its first response, so that a new backend address takes effect.
 */
function restConnections(
  agent: HttpAgent,
  maxUnused: number,
  { backendRestMs, backendConnectionMaxAgeMs }: Limits,
): void {
  const unused = agent.freeSockets as NodeJS.Dict<Socket[]>;
  const firstFreeAt = new WeakMap<Socket, number>();
  /** In the order in which they became free. */
  const resting: { socket: Socket; name: string; since: number }[] = [];

  const release = (restedAt: number) => {
    for (let [first] = resting; first && first.since <= restedAt; [first] = resting) {
      resting.shift();
      const { socket, name } = first;
      if (socket.destroyed) continue;
      unused[name] ??= [];
      unused[name].push(socket);
    }
    if (resting.length > 0) releaseLater();
  };
  // One timer for all: a timer for each would wake the process for every request. What had arrived when it fires is
  // read before `setImmediate()`, even if the event loop was busy; what arrives during that reading may not be.
  const releaseLater = () =>
    setTimeout(() => {
      setImmediate(release, performance.now() - backendRestMs);
    }, backendRestMs).unref();

  // Node's own listener has just made the socket the last one, unless it has closed it.
  agent.on('free', (socket: Socket, options: AgentOptions) => {
    const name = agent.getName(options);
    const sockets = unused[name] ?? [];
    if (sockets.at(-1) !== socket) return;
    sockets.pop();
    const now = performance.now();
    const firstFree = firstFreeAt.get(socket) ?? now;
    firstFreeAt.set(socket, firstFree);
    const isOld = now - firstFree >= backendConnectionMaxAgeMs;
    if (isOld || sockets.length + resting.length >= maxUnused) {
      socket.destroy();
      return;
    }
    if (resting.length === 0) releaseLater();
    resting.push({ socket, name, since: now });
  });
}
