import { replaceScenarios } from '../scenarios/findScenario.ts';
import type { MockData } from './mockData.ts';

/** A test run may have a suffix for each test, and not reset it. */
const maxSuffixes = 1000;

export type TesterData = ReturnType<typeof createTesterData>;

/** Stores what tests add to the data file, for their own suffix. Beyond 1,000 suffixes, the oldest loses it. */
export function createTesterData() {
  const bySuffix = new Map<string, { added: MockData; base?: MockData; merged?: MockData }>();

  return {
    add(suffix: string, data: MockData) {
      const previous = bySuffix.get(suffix)?.added;
      const added = previous ? mergeData(previous, data) : data;
      const [oldest] = bySuffix.keys();
      if (!previous && bySuffix.size >= maxSuffixes && oldest !== undefined) {
        bySuffix.delete(oldest);
      }
      bySuffix.set(suffix, { added });
    },

    /** Removes what was added for a suffix, or for all, and returns the number of suffixes. */
    reset(suffix?: string): number {
      const suffixes = suffix === undefined ? [...bySuffix.keys()] : [suffix];
      return suffixes.filter((one) => bySuffix.delete(one)).length;
    },

    /** The content of the data file, with what was added for a suffix. */
    dataFor(base: MockData, suffix: string | undefined): MockData {
      const own = suffix === undefined ? undefined : bySuffix.get(suffix);
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
