import { moveWords } from '../../../journal/filterWords.ts';
import type { ListedScenario, ScenarioGroup } from '../../consoleData.ts';
import type { ItemFilter } from '../filter/FilterBar.tsx';

interface GroupedScenario extends ListedScenario {
  group: ScenarioGroup;
}

/** The values of a scenario that each condition compares. */
const conditions: Readonly<Record<string, (scenario: GroupedScenario) => string[]>> = {
  status({ status }) {
    if (status === undefined) return [];
    return /^\d/.test(status) ? [`${status[0]}xx`, status] : ['none', status];
  },
  expects: ({ badges = [] }) => badges.map(({ text }) => text.replace(/,.*/, '')),
  group: ({ group }) => [group.title],
};

/** Selects the scenarios that meet all conditions and contain all words of the text. */
export const scenarioFilter: ItemFilter<GroupedScenario> = {
  names: Object.keys(conditions),
  isName: (name) => Object.hasOwn(conditions, name),
  isList: () => true,
  valuesOf: (scenario, name) => conditions[name]?.(scenario) ?? [],

  select(scenarios, query) {
    const { text = '', ...wanted } = moveWords(query, scenarioFilter);
    const words = String(text).toLowerCase().split(/\s+/);
    return scenarios.filter((scenario) => {
      const found = [scenario.name, scenario.description, scenario.text].join('\n').toLowerCase();
      return (
        words.every((word) => found.includes(word)) &&
        Object.entries(wanted).every(([name, values]) => {
          const own = scenarioFilter.valuesOf(scenario, name);
          return (
            values === '' ||
            String(values)
              .split(',')
              .some((value) => own.includes(value))
          );
        })
      );
    });
  },
};
