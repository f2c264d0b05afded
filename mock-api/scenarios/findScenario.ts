import { describeExpectedOutcome } from './describeExpectedOutcome.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios.ts';

/** Scenarios that can be found by their id or former id. */
export interface ScenarioSet {
  list: readonly Scenario[];
  /** The ids and former ids. */
  ids: readonly string[];
  find(id: string): Scenario | undefined;
}

export function createScenarioSet(list: readonly Scenario[]): ScenarioSet {
  const byId = new Map(
    list.flatMap((scenario) =>
      [scenario.id, ...(scenario.formerId ? [scenario.formerId] : [])].map((id) => [id, scenario]),
    ),
  );
  return { list, ids: [...byId.keys()], find: (id) => byId.get(id) };
}

export const builtInScenarioSet = createScenarioSet(
  scenarios.map((scenario) => ({
    ...scenario,
    expectation: describeExpectedOutcome(scenario.operation, scenario.expected),
  })),
);

/** The scenario that an id selects for an operation. */
export function selectScenario(
  { find }: ScenarioSet,
  operation: string,
  id: string | undefined,
): Scenario | undefined {
  const scenario = id === undefined ? undefined : find(id);
  return scenario?.operation === operation ? scenario : undefined;
}
