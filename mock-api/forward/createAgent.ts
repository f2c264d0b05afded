import { type Agent, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/**
 * Closes idle connections before servers do, because a request on a connection that the server is closing would get
 * no response.
 */
const idleTimeoutMs = 1000;

/** Keeps connections to a backend open between requests. An idle one does not keep the process running. */
export function createAgent({ protocol }: URL): Agent {
  const options = { keepAlive: true, timeout: idleTimeoutMs };
  return new (protocol === 'https:' ? HttpsAgent : HttpAgent)(options);
}
