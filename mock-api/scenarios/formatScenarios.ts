import { stringify } from 'yaml';
import type { Scenario } from './scenario.ts';

/** Formats scenarios as the section `scenarios` of a data file, from which a team can copy one. */
export function formatScenarios(scenarios: readonly Scenario[]): string {
  const section = Object.fromEntries(
    [...Map.groupBy(scenarios, ({ id }) => id)].map(([id, group]) => {
      const [first, ...others] = group.map(format);
      return [id, others.length > 0 ? [first, ...others] : first];
    }),
  );
  return stringify({ scenarios: section }, { lineWidth: 100, aliasDuplicateObjects: false });
}

function format({ operation, description, when, expected, steps }: Scenario) {
  return {
    operation,
    description,
    ...(when && { when }),
    ...(expected && { expected }),
    ...(steps.length > 1
      ? { steps: steps.map((step) => (Object.keys(step).length === 0 ? 'ok' : step)) }
      : steps[0]),
  };
}
