import { isDeepStrictEqual } from 'node:util';
import type { Scenario } from './scenario.ts';

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

/** A set that was read again, with the same objects for the scenarios that have not changed. */
export function keepUnchanged(previous: ScenarioSet, { list }: ScenarioSet): ScenarioSet {
  const scenarios = list.map((scenario) => {
    const known = previous.find(scenario.id, scenario.operation);
    return isDeepStrictEqual(known, scenario) ? (known ?? scenario) : scenario;
  });
  return createScenarioSet(scenarios);
}

/** Both sets, of which the second replaces scenarios with the same id and operation. */
export function replaceScenarios(base: ScenarioSet, added: ScenarioSet): ScenarioSet {
  const kept = base.list.filter(({ id, operation }) => !added.find(id, operation));
  return createScenarioSet([...added.list, ...kept]);
}
