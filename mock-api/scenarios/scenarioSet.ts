import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from './scenario.ts';

/** Scenarios that can be found by their id. */
export interface ScenarioSet {
  list: readonly Scenario[];
  ids: readonly string[];
  /** Returns the scenario with an id and, because an id may have several, for an operation. */
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

/** Returns the current set, with the previous object of each scenario that has not changed. */
export function keepUnchanged(previous: ScenarioSet, { list }: ScenarioSet): ScenarioSet {
  const scenarios = list.map((scenario) => {
    const known = previous.find(scenario.id, scenario.operation);
    return isDeepStrictEqual(known, scenario) ? (known ?? scenario) : scenario;
  });
  return createScenarioSet(scenarios);
}

/** Merges two sets. Added scenarios replace those with the same id and operation. */
export function replaceScenarios(base: ScenarioSet, added: ScenarioSet): ScenarioSet {
  const kept = base.list.filter(({ id, operation }) => !added.find(id, operation));
  return createScenarioSet([...added.list, ...kept]);
}
