import { Document, visit } from 'yaml';
import { endingOf } from './expectedOutcome.ts';
import type { Scenario } from './scenario.ts';
import type { Step } from './step.ts';

/** Formats scenarios as the section `scenarios` of a data file, from which a team can copy one. */
export function formatScenarios(scenarios: readonly Scenario[]): string {
  const section = Object.fromEntries(
    [...Map.groupBy(scenarios, rowOf)].map(([id, group]) => {
      const [first, ...others] = group.map(format);
      return [id, others.length > 0 ? [first, ...others] : first];
    }),
  );
  return formatYaml({ scenarios: section });
}

/** Formats a value as a data file, in which `{{` is escaped and `<<` is a text. */
export function formatYaml(value: unknown): string {
  const yaml = new Document(value, { aliasDuplicateObjects: false });
  visit(yaml, {
    Scalar(_, node) {
      if (/\{\{|^<<$|^\s*\n/.test(String(node.value))) node.type = 'QUOTE_DOUBLE';
    },
  });
  // Where the library folds a text, or begins it with a line of blanks, it changes some texts.
  const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER };
  return yaml.toString(options).replaceAll(/\{(?=\{)/g, '\\x7B');
}

/** The name of the row, without the ending that `for` adds to it. */
function rowOf({ id, operation, hasOwnBrief }: Scenario): string {
  return hasOwnBrief ? id.slice(0, -`-${endingOf(operation)}`.length) : id;
}

/** What is undefined is left out of the text. */
function format({ operation, hasOwnBrief, description, when, expected, steps }: Scenario) {
  const selection = hasOwnBrief ? { for: [endingOf(operation)] } : { operation };
  const response = steps.length > 1 ? { steps: steps.map(formatStep) } : steps[0];
  return { ...selection, description, when, expected, ...response };
}

function formatStep(step: Step): 'ok' | 'pass' | Step {
  if (step.pass) return 'pass';
  return Object.keys(step).length === 0 ? 'ok' : step;
}
