import { fuzzConnections } from '../../fuzz/fuzzConnections.ts';
import { fuzzResponses, startFuzzedBackend } from '../../fuzz/fuzzResponses.ts';
import { createRandom, type Random } from '../../fuzz/random.ts';
import { type AttackResult, type Front, withTarget } from './startTarget.ts';

/** Each response must end in a status from 200 to 599 or a closed connection. */
export async function sendMalformedResponses(
  front: Front,
  { count, random }: { count: number; random: Random },
): Promise<AttackResult> {
  const backend = await startFuzzedBackend(random);
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget(front, { ...backend, env }, async ({ port }) => {
    const outcomes = await fuzzResponses(port, count);
    const unexpected = [...outcomes].filter(
      ([key]) => key === 'timed out' || Number(key) < 200 || Number(key) > 599,
    );
    const failureCount = unexpected.reduce((sum, [, times]) => sum + times, 0);
    return { attempts: count, resisted: count - failureCount };
  });
}

/** Connections with random requests, to a backend with random responses, must leave the host running. */
export async function openRandomConnections(count: number, seed: number): Promise<AttackResult> {
  const backend = await startFuzzedBackend(createRandom(seed));
  const env = { PROXY_TIMEOUT_MS: '200' };
  return withTarget('direct', { ...backend, env }, async ({ port, readMemory }) => {
    const resisted = await fuzzConnections({ port, count, seed });
    return { attempts: count, resisted, note: `${await readMemory()} MiB` };
  });
}
