import type { Behaviour } from '../scenarios/behaviour.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenarios.ts';

const maxKeys = 10_000;

/** The behaviour of one attempt. */
export type AttemptBehaviour = Omit<Behaviour, 'delayMs' | 'times'> & { delayMs?: number };

/** Counts attempts per key, for behaviours that differ between them. */
export function createAttemptCounter() {
  const counts = new Map<string, { suffix: string | undefined; attempts: number }>();

  return {
    /** Counts an attempt. Returns the scenario's behaviour, or the default after `times` attempts. */
    behaviourFor({ id, behaviour }: Scenario, { key, suffix }: RequestIdentity): AttemptBehaviour {
      const { times = Number.POSITIVE_INFINITY, delayMs, ...rest } = behaviour;
      const attempt = count(`${id} ${key}`, suffix);
      if (attempt > times) return {};
      return { ...rest, ...(delayMs !== undefined && { delayMs: delayOf(delayMs, attempt) }) };
    },

    /** Forgets the attempts with a suffix, or all of them. Returns the number of keys. */
    reset(suffix?: string): number {
      const names = [...counts]
        .filter(([, counted]) => suffix === undefined || counted.suffix === suffix)
        .map(([name]) => name);
      for (const name of names) counts.delete(name);
      return names.length;
    },
  };

  function count(name: string, suffix: string | undefined): number {
    const attempts = (counts.get(name)?.attempts ?? 0) + 1;
    // Reinserted, so that the least recently used key is evicted first.
    counts.delete(name);
    counts.set(name, { suffix, attempts });
    const [oldest] = counts.keys();
    if (counts.size > maxKeys && oldest !== undefined) counts.delete(oldest);
    return attempts;
  }
}

const goldenRatio = 0.618033988749895;

/** Spreads the delays of successive attempts evenly over a range, in the same order for each key. */
function delayOf(delayMs: NonNullable<Behaviour['delayMs']>, attempt: number): number {
  if (typeof delayMs === 'number') return delayMs;
  const [from, to] = delayMs;
  return from + Math.round(((attempt * goldenRatio) % 1) * (to - from));
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>;
