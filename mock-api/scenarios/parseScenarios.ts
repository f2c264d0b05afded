import { type Contract, joinPointer } from '../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { findImpossible } from './conditions.ts';
import { completeOutcome, endingOf, endings } from './expectedOutcome.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';
import { describeMissingExample, type Report, validateStep } from './validateStep.ts';

/** The section `scenarios` of a data file, which conforms to its schema. */
export type ScenarioRows = Readonly<Record<string, ScenarioSource | ScenarioSource[]>>;

/**
 * Parses the scenarios of the data file; an invalid one is reported. One that names what the contract no longer has is
 * left out with a warning. An id may have a list of them, for several operations.
 */
export function parseScenarios(
  rows: ScenarioRows,
  contract: Contract,
  { report, warn }: Record<'report' | 'warn', Report>,
): Scenario[] {
  const skipped: { reason: string; pointer: string; id: string }[] = [];
  const owners = new Set<string>();
  const scenarios = Object.entries(rows).flatMap(([name, row]) =>
    [row].flat().flatMap(({ for: rowEndings = [], operation, ...source }, i) => {
      const pointer = joinPointer('/scenarios', name, ...(Array.isArray(row) ? [i] : []));
      if (operation !== undefined) return parseOne(name, operation, source, pointer);
      return rowEndings.flatMap((ending) =>
        parseOne(`${name}-${ending}`, endings[ending], source, pointer),
      );
    }),
  );
  for (const [reason, [first, ...others]] of Map.groupBy(skipped, (one) => one.reason)) {
    const are = others.length > 0 ? ` and ${others.length} more are` : ' is';
    if (first) warn(first.pointer, `"${first.id}"${are} skipped, because ${reason}.`);
  }
  return scenarios;

  function parseOne(
    id: string,
    operationId: string,
    { description = 'Has no description.', when, expected, steps, ...only }: ScenarioSource,
    pointer: string,
  ): Scenario[] {
    const reportAt: Report = (path, message) => report(pointer + path, `"${id}"${message}`);
    const skip = (reason: string, contractPointer: string) => {
      const place = `${contract.file}:${contract.lineOf(contractPointer)}`;
      skipped.push({ reason: `${reason} (${place})`, pointer, id });
      return [];
    };
    const operation = contract.operations.find((candidate) => candidate.id === operationId);
    if (!operation) {
      const known = contract.operations.map((candidate) => candidate.id).join(', ');
      return skip(`the contract has no operation "${operationId}"; it has ${known}`, '/paths');
    }
    const [surplus] = Object.keys(only);
    if (steps && surplus !== undefined) {
      reportAt(`/${surplus}`, ` has steps, so "${surplus}" belongs to one of them.`);
    }
    const behaviours = steps?.map(expandStep) ?? [only];
    for (const [i, step] of behaviours.entries()) {
      const missing = describeMissingExample(step, operation);
      if (missing) return skip(missing, `${operation.pointer}/responses`);
      const path = steps ? `/steps/${i}` : '';
      validateStep(step, operation, contract, (field, message) => reportAt(path + field, message));
    }
    for (const [field, problem] of findImpossible(when, operation, contract)) {
      reportAt(joinPointer('/when', ...field), `, when.${field.join('.')}, ${problem}.`);
    }
    const owner = JSON.stringify([operationId, id]);
    if (owners.has(owner))
      reportAt('', ` has more than one scenario of ${operationId}; use steps.`);
    owners.add(owner);
    const outcome = parseExpected(operationId, expected, reportAt);
    return [
      {
        id,
        operation: operationId,
        description,
        ...(when && { when }),
        steps: behaviours,
        ...(outcome && { expected: outcome }),
      },
    ];
  }
}

function parseExpected(
  operation: string,
  expected: ScenarioSource['expected'] = '',
  report: Report,
): Scenario['expected'] {
  if (typeof expected === 'string') return expected;
  const ending = endingOf(operation);
  const source = 'outcome' in expected ? expected : ending && expected[ending];
  if (ending && source) return completeOutcome(operation, source);
  report('/expected', `, expected: expected a text, or an outcome of ${operation} on the page.`);
  return undefined;
}

function expandStep(step: number | 'ok' | Behaviour): Behaviour {
  if (step === 'ok') return {};
  return typeof step === 'number' ? { status: step } : step;
}
