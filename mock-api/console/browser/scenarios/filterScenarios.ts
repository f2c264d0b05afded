import { type FilterLanguage, moveWords } from '../../../journal/filterWords.ts';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';

export interface GroupedScenario extends ListedScenario {
  group: ScenarioGroup;
}

/** The values of a scenario that each condition compares, regardless of case. */
const conditions: Readonly<Record<string, (scenario: GroupedScenario) => string[]>> = {
  status: ({ status }) => {
    if (status === '') return [];
    return /^\d/.test(status) ? [`${status[0]}xx`, status] : ['none', status];
  },
  expects: ({ badges }) => badges.map(({ text }) => text.replace(/,.*/, '')),
  group: ({ group }) => [group.title],
};

export const scenarioConditions = Object.keys(conditions);

export const scenarioLanguage: FilterLanguage = {
  isName: (name) => Object.hasOwn(conditions, name),
  isList: () => true,
};

export function valuesOfScenario(scenario: GroupedScenario, name: string): string[] {
  return conditions[name]?.(scenario) ?? [];
}

/** The scenarios that meet all conditions and contain all words of the text. */
export function filterScenarios(
  scenarios: readonly GroupedScenario[],
  query: Readonly<Record<string, string>>,
): GroupedScenario[] {
  const { text = '', ...wanted } = moveWords(query, scenarioLanguage) as Record<string, string>;
  const words = text.toLowerCase().split(/\s+/);
  return scenarios.filter((scenario) => {
    const { name, description, expected } = scenario;
    const found = `${name} ${description} ${expected}`.toLowerCase();
    return (
      words.every((word) => found.includes(word)) &&
      Object.entries(wanted).every(([condition, values]) => {
        const own = valuesOfScenario(scenario, condition).map((value) => value.toLowerCase());
        return (
          values === '' ||
          values
            .toLowerCase()
            .split(',')
            .some((value) => own.includes(value))
        );
      })
    );
  });
}
