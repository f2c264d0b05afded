import { createFuzzedRequest } from '../../fuzz/createFuzzedRequest.ts';
import { fuzzConnections } from '../../fuzz/fuzzConnections.ts';
import { fuzzResponses, startFuzzedBackend } from '../../fuzz/fuzzResponses.ts';
import { type Outcome, sendMany } from '../../fuzz/sendBytes.ts';
import { startValidatingBackend } from '../../fuzz/startValidatingBackend.ts';
import { createRandom, type Random } from '../../verify/phases/fuzzing/random.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

interface RandomAttack {
  count: number;
  random: Random;
}

/**
 * Nothing that could be interpreted differently may reach the backend. A host without a proxy must respond or
 * close the connection, never with a 5xx.
 */
export async function sendMalformedRequests(front: Front, { count, random }: RandomAttack) {
  const isDirect = front === 'direct';
  const backend = await startValidatingBackend(isDirect ? '127.0.0.1' : '127.0.0.1, 127.0.0.1');
  const isResisted = (outcome: Outcome) =>
    outcome.kind === 'closed' ||
    (outcome.kind === 'responded' && outcome.statuses.every((status) => status < 500));
  return withTarget(front, backend, async ({ port, readMemory }) => {
    const outcomes = await sendMany(port, count, () => createFuzzedRequest(random));
    const resisted = isDirect ? outcomes.filter(isResisted).length : count;
    const { violations } = backend;
    for (const violation of violations.slice(0, 5)) console.log(`  ${front}: ${violation}`);
    return {
      attempts: count,
      resisted: Math.max(0, resisted - violations.length),
      note: `${await readMemory()} MiB`,
    };
  });
}

/** Each response must end in a status from 200 to 599 or a closed connection. */
export async function sendMalformedResponses(front: Front, { count, random }: RandomAttack) {
  const backend = await startFuzzedBackend(random);
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget(front, { ...backend, env }, async ({ port }) => {
    const outcomes = await fuzzResponses(port, count, random);
    const resisted = outcomes.filter((outcome) => {
      const [status = 0] = outcome.kind === 'responded' ? outcome.statuses : [];
      return outcome.kind === 'closed' || (status >= 200 && status <= 599);
    });
    return { attempts: count, resisted: resisted.length };
  });
}

/** Connections with random requests, to a backend with random responses, must leave the host running. */
export async function openRandomConnections(count: number, seed: number): Promise<AttackResult> {
  const backend = await startFuzzedBackend(createRandom(seed));
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget('direct', { ...backend, env }, async ({ port, readMemory }) => {
    const resisted = await fuzzConnections(port, { count, seed });
    return { attempts: count, resisted, note: `${await readMemory()} MiB` };
  });
}
