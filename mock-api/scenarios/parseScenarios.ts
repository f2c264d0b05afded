import { type Contract, joinPointer } from '../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { findImpossible } from './conditions.ts';
import {
  completeOutcome,
  describeOutcome,
  type Ending,
  type ExpectedSource,
  endingOf,
  endings,
} from './expectedOutcome.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';
import { validateSource } from './validateSource.ts';
import { describeMissingExample, type Report, validateStep } from './validateStep.ts';

/**
 * Parses the scenarios of the data file; an invalid one is reported and left out, and so is one that names what
 * the contract no longer has, with a warning. An id may have a list of them, for several operations.
 */
export function parseScenarios(
  sources: readonly (readonly [id: string, source: unknown])[],
  contract: Contract,
  { report, warn }: Record<'report' | 'warn', Report>,
): Scenario[] {
  const skipped = new Map<string, { pointer: string; id: string; count: number }>();
  const owners = new Set<string>();
  const scenarios = sources.flatMap(([id, source]) => {
    const pointer = joinPointer('/scenarios', id);
    if (!Array.isArray(source)) return parseRow(id, source, pointer);
    if (source.length === 0) report(pointer, `"${id}" must have at least 1 scenario.`);
    return source.flatMap((item, i) => parseRow(id, item, `${pointer}/${i}`));
  });
  for (const [reason, { pointer, id, count }] of skipped) {
    const subject = count === 1 ? `"${id}" is` : `"${id}" and ${count - 1} more are`;
    warn(pointer, `${subject} skipped, because ${reason}.`);
  }
  return scenarios;

  function parseRow(name: string, source: unknown, pointer: string): Scenario[] {
    const problems = validateSource(source);
    for (const { path, field, reason } of problems) {
      report(pointer + path, `"${name}"${field === '' ? '' : `, ${field},`} ${reason}.`);
    }
    if (problems.length > 0) return [];
    const { for: rowEndings, operation, ...row } = source as ScenarioSource;
    if ((rowEndings === undefined) === (operation === undefined)) {
      report(pointer, `"${name}" must have either "for" or "operation".`);
      return [];
    }
    if (operation !== undefined) return parseOne(name, operation, row, pointer);
    return (rowEndings ?? []).flatMap((ending) =>
      parseOne(`${name}-${ending}`, endings[ending].operation, row, pointer),
    );
  }

  function parseOne(
    id: string,
    operationId: string,
    { description = 'Has no description.', when, expected, steps, ...only }: ScenarioSource,
    pointer: string,
  ): Scenario[] {
    const reportAt = (path: string, message: string) => report(pointer + path, `"${id}"${message}`);
    const skip = (path: string, reason: string, contractPointer: string) => {
      const key = `${reason} (${contract.file}:${contract.lineOf(contractPointer)})`;
      const { count, ...first } = skipped.get(key) ?? { pointer: pointer + path, id, count: 0 };
      skipped.set(key, { ...first, count: count + 1 });
      return [];
    };
    const operation = contract.operations.find((candidate) => candidate.id === operationId);
    if (!operation) {
      const known = contract.operations.map((candidate) => candidate.id).join(', ');
      const reason = `the contract has no operation "${operationId}"; it has ${known}`;
      return skip('', reason, '/paths');
    }
    const [surplus] = Object.keys(only);
    if (steps && surplus !== undefined) {
      reportAt(`/${surplus}`, ` has steps, so "${surplus}" belongs to one of them.`);
    }
    const behaviours = steps?.map(expandStep) ?? [only];
    for (const [i, step] of behaviours.entries()) {
      const stepPath = steps ? `/steps/${i}` : '';
      const missing = describeMissingExample(step, operation);
      if (missing) return skip(`${stepPath}/example`, missing, `${operation.pointer}/responses`);
      validateStep(step, operation, contract, (path, message) =>
        reportAt(stepPath + path, message),
      );
    }
    for (const [field, problem] of findImpossible(when, operation, contract)) {
      reportAt(joinPointer('/when', ...field), `, when.${field.join('.')}, ${problem}.`);
    }
    const owner = JSON.stringify([operationId, id]);
    if (owners.has(owner)) {
      report(pointer, `"${id}" has more than one scenario of ${operationId}; use steps.`);
    }
    owners.add(owner);
    const outcome = parseExpected(operationId, expected, (message) =>
      reportAt('/expected', message),
    );
    const conditions = when && { when };
    return [
      { id, operation: operationId, description, ...conditions, steps: behaviours, ...outcome },
    ];
  }
}

function parseExpected(
  operation: string,
  expected: ScenarioSource['expected'] = '',
  report: (message: string) => void,
): Pick<Scenario, 'expected' | 'expectation'> {
  if (typeof expected === 'string') return { expectation: expected };
  const ending = endingOf(operation);
  if (!ending) {
    report(`, expected, must be of type string, because the page does not call ${operation}.`);
    return { expectation: '' };
  }
  const source = isOutcome(expected) ? expected : expected[ending];
  if (!source) {
    report(`, expected, has no outcome of a ${ending}.`);
    return { expectation: '' };
  }
  const { status, text } = source.alert ?? { text: '' };
  if ((status === undefined) === (text === undefined)) {
    report(', expected.alert, must have either "status" or "text".');
  }
  const outcome = completeOutcome(operation, source);
  return { expected: outcome, expectation: describeOutcome(ending, outcome) };
}

function isOutcome(
  expected: ExpectedSource | Readonly<Partial<Record<Ending, ExpectedSource>>>,
): expected is ExpectedSource {
  return 'outcome' in expected;
}

function expandStep(step: number | 'ok' | Behaviour): Behaviour {
  if (step === 'ok') return {};
  return typeof step === 'number' ? { status: step } : step;
}
