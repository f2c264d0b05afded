import { type Scenario, scenarios } from './scenarios.ts';

const byId = new Map(
  scenarios.flatMap((scenario) =>
    [scenario.id, ...(scenario.formerId ? [scenario.formerId] : [])].map((id) => [id, scenario]),
  ),
);

/** The scenario with this id or former id. */
export function findScenario(id: string): Scenario | undefined {
  return byId.get(id);
}

/** The scenario that a request's key selects for its operation. */
export function selectScenario(operation: string, key: string | undefined): Scenario | undefined {
  const scenario = key === undefined ? undefined : findScenario(withoutSuffix(key));
  return scenario?.operation === operation ? scenario : undefined;
}

/** `slow-brief` for `slow-brief.anna`: the suffix only separates testers. */
export function withoutSuffix(key: string): string {
  return key.replace(/\..*/s, '');
}
