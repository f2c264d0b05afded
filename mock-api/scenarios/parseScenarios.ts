import { type Contract, createResponseValidator, joinPointer, type Operation } from '#contract';
import { describeNames } from './describeNames.ts';
import { describeUnknownField } from './describeUnknownField.ts';
import { completeOutcome, findSuffix, suffixes } from './expectedOutcome.ts';
import { type FieldPatterns, fieldSources, findPatternProblem } from './fieldPatterns.ts';
import { findStepProblems, type StepProblem } from './findStepProblems.ts';
import { findKeyKind } from './identifyRequest.ts';
import type { Scenario, ScenarioSource } from './scenario.ts';
import type { Step } from './step.ts';

/** The section `scenarios` of a data file, which conforms to its schema. */
export type ScenarioRows = Readonly<Record<string, ScenarioSource | ScenarioSource[]>>;

/** A problem of a value in the data file. */
export interface DataProblem {
  /** The JSON pointer of the property or the value. */
  pointer: string;
  /** The problem as a sentence, with the id. */
  message: string;
}

export interface ParsedScenarios {
  scenarios: Scenario[];
  problems: DataProblem[];
}

/** A scenario of the data file, for one operation. */
interface Row {
  id: string;
  operationId: string;
  source: Omit<ScenarioSource, 'for' | 'operation'>;
  pointer: string;
  hasOwnBrief: boolean;
}

/** Parses the scenarios of the data file. An id may have a list of them, for several operations. */
export function parseScenarios(rows: ScenarioRows, contract: Contract): ParsedScenarios {
  const validateResponse = createResponseValidator(contract);
  const expanded = expandRows(rows);
  const parsed = expanded.map((row) => parseRow(row, contract, validateResponse));
  // A mistake in a row with several suffixes is described once.
  const byPlace = Map.groupBy(parsed.flatMap(describeProblems), ({ pointer }) => pointer);
  const problems = [...byPlace.values()].flatMap(([first]) => first ?? []);
  return {
    scenarios: parsed.flatMap(({ scenario }) => scenario ?? []),
    problems: [...problems, ...findRepeated(expanded)],
  };
}

/** Returns the scenarios of all rows: of a row, one for its operation or one for each of its suffixes. */
function expandRows(rows: ScenarioRows): Row[] {
  return Object.entries(rows).flatMap(([name, row]) =>
    [row].flat().flatMap(({ for: rowSuffixes = [], operation, ...source }, i) => {
      const pointer = joinPointer('/scenarios', name, ...(Array.isArray(row) ? [i] : []));
      const own = { source, pointer, hasOwnBrief: operation === undefined };
      if (operation !== undefined) return [{ ...own, id: name, operationId: operation }];
      return rowSuffixes.map((suffix) => {
        return { ...own, id: `${name}-${suffix}`, operationId: suffixes[suffix] };
      });
    }),
  );
}

function parseRow(
  row: Row,
  contract: Contract,
  validateResponse: ReturnType<typeof createResponseValidator>,
): { row: Row; scenario?: Scenario; problems: readonly StepProblem[] } {
  const { id, operationId, source } = row;
  const { description = 'Has no description.', when, expected, steps, ...only } = source;
  const operation = contract.operations.find((candidate) => candidate.id === operationId);
  if (!operation) return { row, problems: [describeMissingOperation(row, contract)] };
  if (findKeyKind(operation) === undefined) {
    const message = `, operation: no request of ${operationId} has a brief id or a user name.`;
    return { row, problems: [{ path: '/operation', message }] };
  }

  const expanded = steps?.map(expandStep) ?? [only];
  const scenario: Scenario = { id, operation: operationId, description, steps: expanded };
  if (when) scenario.when = when;
  if (row.hasOwnBrief) scenario.hasOwnBrief = true;
  const outcome = parseExpected(operationId, expected);
  if (outcome) scenario.expected = outcome;

  const stepProblems = expanded.flatMap((step, i) =>
    findStepProblems(step, operation, contract, validateResponse).map((problem) => {
      return { ...problem, path: (steps ? `/steps/${i}` : '') + problem.path };
    }),
  );
  const problems = [
    ...findSurplus(steps, only),
    ...stepProblems,
    ...findPatternProblems(when, operation, contract),
  ];
  if (outcome === undefined) problems.push(unsuitableOutcome(operationId));
  return { row, scenario, problems };
}

function expandStep(step: number | 'ok' | 'pass' | Step): Step {
  if (step === 'ok') return {};
  if (step === 'pass') return { pass: true };
  return typeof step === 'number' ? { status: step } : step;
}

function describeMissingOperation({ operationId }: Row, contract: Contract): StepProblem {
  const ids = contract.operations.map(({ id }) => id);
  const message = `, operation: the contract has no operation "${operationId}"; ${describeNames(ids)}.`;
  return { path: '/operation', message };
}

/** Finds a property beside `steps` that belongs to a step. */
function findSurplus(steps: ScenarioSource['steps'], beside: Step): StepProblem[] {
  const [surplus] = Object.keys(beside);
  if (!steps || surplus === undefined) return [];
  const message = ` has steps, so "${surplus}" belongs to one of them.`;
  return [{ path: `/${surplus}`, message }];
}

/** Finds the patterns of a scenario that no request can meet. */
function findPatternProblems(
  when: FieldPatterns = {},
  operation: Operation,
  contract: Contract,
): StepProblem[] {
  return fieldSources.flatMap((source) =>
    Object.entries(when[source] ?? {}).flatMap(([field, pattern]): StepProblem[] => {
      const unknown =
        source === 'body' && describeUnknownField(contract, [operation], field, pattern);
      const problem = unknown || findPatternProblem(source, field, pattern);
      if (problem === undefined) return [];
      const path = joinPointer('/when', source, field);
      return [{ path, message: `, when.${source}.${field}, ${problem}.` }];
    }),
  );
}

/** Parses the expected outcome; undefined if it is not one of the operation. */
function parseExpected(
  operation: string,
  expected: ScenarioSource['expected'] = '',
): Scenario['expected'] {
  if (typeof expected === 'string') return expected;
  const suffix = findSuffix(operation);
  if (suffix === undefined) return undefined;
  const source = 'outcome' in expected ? expected : expected[suffix];
  return source && completeOutcome(operation, source);
}

function unsuitableOutcome(operation: string): StepProblem {
  const message = `, expected: expected a text, or an outcome of ${operation} on the page.`;
  return { path: '/expected', message };
}

function describeProblems({ row, problems }: ReturnType<typeof parseRow>): DataProblem[] {
  return problems.map(({ path, message }) => ({
    pointer: row.pointer + path,
    message: `"${row.id}"${message}`,
  }));
}

function findRepeated(rows: readonly Row[]): DataProblem[] {
  const byOwner = Map.groupBy(rows, ({ id, operationId }) => JSON.stringify([operationId, id]));
  const repeated = [...byOwner.values()].flatMap(([, ...others]) => others);
  return repeated.map(({ id, operationId, pointer }) => ({
    pointer,
    message: `"${id}" has more than one scenario of ${operationId}; use steps.`,
  }));
}
