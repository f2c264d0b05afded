import type { Behaviour } from '../scenarios/behaviour.ts';
import type { Scenario } from '../scenarios/scenarios.ts';

const maxKeys = 10_000;

/** Counts attempts per key, for behaviours that apply only to the first ones. */
export function createAttemptCounter() {
  const counts = new Map<string, number>();

  return {
    /** Counts an attempt. Returns the scenario's behaviour, or the default after `times` attempts. */
    behaviourFor({ id, behaviour }: Scenario, key: string): Behaviour {
      if (behaviour.times === undefined) return behaviour;
      const name = `${id} ${key}`;
      const count = (counts.get(name) ?? 0) + 1;
      // Reinserted, so that the least recently used key is evicted first.
      counts.delete(name);
      counts.set(name, count);
      const [oldest] = counts.keys();
      if (counts.size > maxKeys && oldest !== undefined) counts.delete(oldest);
      return count <= behaviour.times ? behaviour : {};
    },
  };
}
