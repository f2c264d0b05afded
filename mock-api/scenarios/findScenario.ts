import { describeExpectedOutcome } from './describeExpectedOutcome.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/** Scenarios that can be found by their id. */
export interface ScenarioSet {
  list: readonly Scenario[];
  ids: readonly string[];
  /** The scenario with an id; an id may have one for each operation. */
  find(id: string | undefined, operation?: string): Scenario | undefined;
}

export function createScenarioSet(list: readonly Scenario[]): ScenarioSet {
  const byId = Map.groupBy(list, ({ id }) => id);
  return {
    list,
    ids: [...byId.keys()],
    find: (id = '', operation) =>
      byId.get(id)?.find((scenario) => operation === undefined || scenario.operation === operation),
  };
}

export const builtInScenarioSet = createScenarioSet(
  scenarios.map((scenario) => ({
    ...scenario,
    expectation: describeExpectedOutcome(scenario.operation, scenario.expected),
  })),
);
