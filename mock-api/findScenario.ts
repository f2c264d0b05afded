import { type Scenario, scenarios } from './scenarios.ts';

const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));

/** The scenario that a brief id or a user name chooses, with or without a tester's suffix. */
export function findScenario(key: string): Scenario | undefined {
  return byId.get(splitKey(key).name);
}

/** The scenario that a key chooses for one operation; others are not touched by it. */
export function scenarioFor(operation: string, key: string | undefined): Scenario | undefined {
  const scenario = key === undefined ? undefined : findScenario(key);
  return scenario?.operation === operation ? scenario : undefined;
}

/** `slow-brief.anna` is the scenario `slow-brief`, kept apart for `anna`. */
export function splitKey(key: string): { name: string; suffix: string } {
  const dot = key.indexOf('.');
  return dot < 0
    ? { name: key, suffix: '' }
    : { name: key.slice(0, dot), suffix: key.slice(dot + 1) };
}
