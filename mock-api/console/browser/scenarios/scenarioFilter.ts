import { moveWords } from '../../../journal/filterWords.ts';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import type { ItemFilter } from '../filter/FilterBar.tsx';

interface GroupedScenario extends ListedScenario {
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

/** Selects the scenarios that meet all conditions and contain all words of the text. */
export const scenarioFilter: ItemFilter<GroupedScenario> = {
  names: Object.keys(conditions),
  isName: (name) => Object.hasOwn(conditions, name),
  isList: () => true,
  valuesOf: (scenario, name) => conditions[name]?.(scenario) ?? [],

  select(scenarios, query) {
    const { text = '', ...wanted } = moveWords(query, scenarioFilter) as Record<string, string>;
    const words = text.toLowerCase().split(/\s+/);
    return scenarios.filter((scenario) => {
      const { name, description, expected } = scenario;
      const found = `${name} ${description} ${expected}`.toLowerCase();
      return (
        words.every((word) => found.includes(word)) &&
        Object.entries(wanted).every(([condition, values]) => {
          const given = values.toLowerCase().split(',');
          const own = scenarioFilter.valuesOf(scenario, condition);
          return values === '' || own.some((value) => given.includes(value.toLowerCase()));
        })
      );
    });
  },
};
