import type { Scenario } from '../scenarios.ts';
import type { Behaviour } from './behaviour.ts';

const LIMIT = 10_000;

/** Counts, for behaviours that only the first requests get, how often each tester's key has come. */
export function createRounds() {
  const counts = new Map<string, number>();

  return {
    /** What a scenario does this time: its behaviour, or the ordinary one once its rounds are over. */
    behaviourFor({ id, behaviour }: Scenario, key: string): Behaviour {
      if (behaviour.times === undefined) return behaviour;
      const name = `${id} ${key}`;
      const count = (counts.get(name) ?? 0) + 1;
      // Deleted first, so that the key that was used last is the last to be forgotten.
      counts.delete(name);
      counts.set(name, count);
      const [oldest] = counts.keys();
      if (counts.size > LIMIT && oldest !== undefined) counts.delete(oldest);
      return count <= behaviour.times ? behaviour : {};
    },
  };
}
