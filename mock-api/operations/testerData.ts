import { replaceScenarios } from '../scenarios/findScenario.ts';
import type { MockData } from './mockData.ts';

/** A test run may have a name for each test, and not reset it. */
const maxTesters = 1000;

export type TesterData = ReturnType<typeof createTesterData>;

/** Stores what tests add to the data file, for their own name. Beyond 1,000 testers, the oldest loses it. */
export function createTesterData() {
  const byName = new Map<string, { added: MockData; base?: MockData; merged?: MockData }>();

  return {
    add(name: string, data: MockData) {
      const previous = byName.get(name)?.added;
      const added = previous ? mergeData(previous, data) : data;
      const [oldest] = byName.keys();
      if (!previous && byName.size >= maxTesters && oldest !== undefined) {
        byName.delete(oldest);
      }
      byName.set(name, { added });
    },

    /** Removes what was added for a tester, or for all, and returns the number of testers. */
    reset(name?: string): number {
      const names = name === undefined ? [...byName.keys()] : [name];
      return names.filter((one) => byName.delete(one)).length;
    },

    /** The content of the data file, with what was added for a tester. */
    dataFor(base: MockData, name: string | undefined): MockData {
      const own = name === undefined ? undefined : byName.get(name);
      if (!own) return base;
      if (own.base !== base || !own.merged) {
        Object.assign(own, { base, merged: mergeData(base, own.added) });
      }
      return own.merged ?? base;
    },
  };
}

function mergeData(base: MockData, added: MockData): MockData {
  return {
    ...base,
    briefs: new Map([...base.briefs, ...added.briefs]),
    users: new Map([...base.users, ...added.users]),
    scenarios: replaceScenarios(base.scenarios, added.scenarios),
  };
}
