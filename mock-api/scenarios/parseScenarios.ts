import { type Contract, joinPointer } from '../contract/index.ts';
import type { Behaviour } from './behaviour.ts';
import { describeExpectedOutcome } from './describeExpectedOutcome.ts';
import type { ExpectedOutcome } from './expectedOutcome.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';
import { isScenarioOperation } from './scenarioOperations.ts';
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
  return sources.flatMap(([id, source]) => {
    const pointer = joinPointer('/scenarios', id);
    if (!Array.isArray(source)) return parseOne(id, source, pointer);
    if (source.length === 0) report(pointer, `"${id}" must have at least 1 scenario.`);
    const scenarios = source.flatMap((item, i) => parseOne(id, item, `${pointer}/${i}`));
    const operations = scenarios.map(({ operation }) => operation);
    const repeated = operations.find((operation, i) => operations.indexOf(operation) !== i);
    if (repeated === undefined) return scenarios;
    report(pointer, `"${id}" has more than one scenario of ${repeated}; use steps.`);
    return [];
  });

  function parseOne(id: string, source: unknown, pointer: string): Scenario[] {
    const problems = validateSource(source);
    for (const { path, field, reason } of problems) {
      report(pointer + path, `"${id}"${field === '' ? '' : `, ${field},`} ${reason}.`);
    }
    if (problems.length > 0) return [];
    const {
      operation: operationId,
      description,
      expected,
      steps,
      ...only
    } = source as ScenarioSource;
    const reportAt = (path: string, message: string) => report(pointer + path, `"${id}"${message}`);
    const skip = (path: string, reason: string, contractPointer: string) => {
      const place = `${contract.file}:${contract.lineOf(contractPointer)}`;
      warn(pointer + path, `"${id}" is skipped, because ${reason} (${place}).`);
      return [];
    };
    const operation = contract.operations.find((candidate) => candidate.id === operationId);
    if (!operation) {
      const known = contract.operations.map((candidate) => candidate.id).join(', ');
      const reason = `the contract has no operation "${operationId}"; it has ${known}`;
      return skip('/operation', reason, '/paths');
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
    return [
      {
        id,
        operation: operationId,
        description: description ?? 'Has no description.',
        steps: behaviours,
        ...parseExpected(operationId, expected, (message) => reportAt('/expected', message)),
      },
    ];
  }
}

function parseExpected(
  operation: string,
  expected: ScenarioSource['expected'] = '',
  report: (message: string) => void,
): Pick<Scenario, 'expected' | 'expectation'> {
  if (typeof expected === 'string') return { expectation: expected };
  if (!isScenarioOperation(operation)) {
    report(`, expected, must be of type string, because the console does not know ${operation}.`);
    return { expectation: '' };
  }
  const { alert, ...others } = expected;
  const outcome: ExpectedOutcome = {
    ...others,
    ...(alert && { alert: { type: 'error', persistent: false, ...alert } }),
  };
  return { expected: outcome, expectation: describeExpectedOutcome(operation, outcome) };
}

function expandStep(step: number | 'ok' | Behaviour): Behaviour {
  if (step === 'ok') return {};
  return typeof step === 'number' ? { status: step } : step;
}
