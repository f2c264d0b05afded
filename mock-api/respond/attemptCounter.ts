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
  name: string | undefined;
  attempts: number;
}

/** Counts attempts per key, for behaviours that differ between them. A scenario that is replaced starts again. */
export function createAttemptCounter() {
  const counts = new Map<string, Attempts>();

  return {
    /** Counts an attempt and returns the scenario's behaviour for it. */
    behaviourFor(
      { id, operation, steps }: Scenario,
      { key, name }: RequestIdentity,
    ): AttemptBehaviour {
      const attempt = count(`${operation} ${id} ${key}`, name, steps);
      return { ...steps[Math.min(attempt, steps.length) - 1], attempt };
    },

    /** Forgets the attempts with a tester's name, or all of them. Returns the number of keys. */
    reset(name?: string): number {
      const keys = [...counts]
        .filter(([, counted]) => name === undefined || counted.name === name)
        .map(([key]) => key);
      for (const key of keys) counts.delete(key);
      return keys.length;
    },
  };

  function count(key: string, name: string | undefined, steps: Attempts['steps']): number {
    const known = counts.get(key);
    const attempts = known?.steps === steps ? known.attempts + 1 : 1;
    // Reinserted, so that the least recently used key is evicted first.
    counts.delete(key);
    counts.set(key, { name, attempts, steps });
    const [oldest] = counts.keys();
    if (counts.size > maxKeys && oldest !== undefined) counts.delete(oldest);
    return attempts;
  }
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>;
