import type { ScenarioGroup } from '../../consoleData.ts';

/** The scenarios that contain all words, and the groups that have one. */
export function filterScenarios(groups: readonly ScenarioGroup[], words: string): ScenarioGroup[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return groups
    .map((group) => ({
      ...group,
      scenarios: group.scenarios.filter(({ name, description, expected }) => {
        const text = `${name} ${description} ${expected}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      }),
    }))
    .filter(({ scenarios }) => scenarios.length > 0);
}
