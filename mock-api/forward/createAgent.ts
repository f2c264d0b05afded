import { type Agent, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';

/** Keeps connections to a backend open between requests. */
export function createAgent({ protocol }: URL): Agent {
  return new (protocol === 'https:' ? HttpsAgent : HttpAgent)({ keepAlive: true });
}
