import { replaceScenarios } from '../scenarios/findScenario.ts';
import type { MockData } from './mockData.ts';
import { createTesterStore } from './testerStore.ts';

/** A test run may have a name for each test, and not reset it. */
const maxTesters = 1000;

export type TesterData = ReturnType<typeof createTesterData>;

/** Stores what tests add to the data file, for their own name. */
export function createTesterData() {
  const added = createTesterStore<MockData>(maxTesters);
  return {
    add(name: string, data: MockData) {
      const previous = added.get(name);
      added.set(name, name, previous ? mergeData(previous, data) : data);
    },

    reset: added.reset,

    /** The content of the data file, with what was added for a tester. */
    dataFor(base: MockData, name = ''): MockData {
      const own = added.get(name);
      return own ? mergeData(base, own) : base;
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
