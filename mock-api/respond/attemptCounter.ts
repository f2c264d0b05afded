import type { Behaviour } from '../scenarios/behaviour.ts';
import type { RequestIdentity } from '../scenarios/identifyRequest.ts';
import type { Scenario } from '../scenarios/scenario.ts';

const maxKeys = 10_000;

/** The behaviour of one attempt. */
export type AttemptBehaviour = Behaviour & {
  /** The number of the attempt with the same key, from 1. */
  attempt: number;
};

interface Attempts extends Pick<Scenario, 'steps'> {
  suffix: string | undefined;
  attempts: number;
}

/** Counts attempts per key, for behaviours that differ between them. A scenario that is replaced starts again. */
export function createAttemptCounter() {
  const counts = new Map<string, Attempts>();

  return {
    /** Counts an attempt and returns the scenario's behaviour for it. */
    behaviourFor(
      { id, operation, steps }: Scenario,
      { key, suffix }: RequestIdentity,
    ): AttemptBehaviour {
      const attempt = count(`${operation} ${id} ${key}`, suffix, steps);
      return { ...steps[Math.min(attempt, steps.length) - 1], attempt };
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

  function count(name: string, suffix: string | undefined, steps: Attempts['steps']): number {
    const known = counts.get(name);
    const attempts = known?.steps === steps ? known.attempts + 1 : 1;
    // Reinserted, so that the least recently used key is evicted first.
    counts.delete(name);
    counts.set(name, { suffix, attempts, steps });
    const [oldest] = counts.keys();
    if (counts.size > maxKeys && oldest !== undefined) counts.delete(oldest);
    return attempts;
  }
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>;
