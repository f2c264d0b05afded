import type { Contract, Operation } from '../contract/contract.ts';
import { findResponse } from '../contract/http/findResponse.ts';
import { isSendableHeader } from '../contract/http/responseHeader.ts';
import { isRecord, joinPointer } from '../contract/jsonPointer.ts';
import type { Behaviour } from './behaviour.ts';
import { describeExpectedOutcome } from './describeExpectedOutcome.ts';
import type { ExpectedAlert, ExpectedOutcome } from './expectedOutcome.ts';
import { findUnknownVariables } from './fillTemplate.ts';
import type { Scenario } from './scenario.ts';
import { isScenarioOperation } from './scenarioOperations.ts';
import { validateSource } from './validateSource.ts';

/** Reports a problem at a JSON pointer of the data file. */
type Report = (pointer: string, message: string) => void;

interface ExpectedSource extends Omit<ExpectedOutcome, 'alert'> {
  alert?: Pick<ExpectedAlert, 'text'> & Partial<ExpectedAlert>;
}

/** The scenario as `data.schema.json` defines it. */
interface ScenarioSource extends StepSource {
  operation: string;
  description?: string;
  expected?: string | ExpectedSource;
  steps?: readonly (number | 'ok' | StepSource)[];
}

interface StepSource {
  status?: number;
  headers?: Readonly<Record<string, string | number>>;
  mediaType?: string;
  body?: unknown;
  example?: string;
  delay?: number | { from: number; to: number } | { median: number; sigma: number };
  fault?: NonNullable<Behaviour['fault']>;
  bytesPerSecond?: number;
}

const ownProperties = ['operation', 'description', 'expected', 'steps'];

/**
 * Parses the scenarios of the data file; an invalid one is reported and left out. An id may have a list of
 * them, for several operations.
 */
export function parseScenarios(
  sources: readonly (readonly [id: string, source: unknown])[],
  contract: Contract,
  report: Report,
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
    return parseScenario(id, source as ScenarioSource, contract, (path, message) =>
      report(pointer + path, `"${id}"${message}`),
    );
  }
}

function parseScenario(
  id: string,
  source: ScenarioSource,
  { operations }: Contract,
  report: Report,
): Scenario[] {
  const operation = operations.find((candidate) => candidate.id === source.operation);
  if (!operation) {
    const known = operations.map((candidate) => candidate.id).join(', ');
    const reason = `the contract has no operation "${source.operation}"; expected one of ${known}`;
    report('/operation', `, operation: ${reason}.`);
    return [];
  }
  const surplus = Object.keys(source).find((name) => !ownProperties.includes(name));
  if (source.steps && surplus !== undefined) {
    report(`/${surplus}`, ` has steps, so "${surplus}" belongs to one of them.`);
  }
  const steps = source.steps?.map(expandStep) ?? [source];
  const [behaviour = {}, ...laterBehaviours] = steps.map((step, i) => {
    validateStep(step, operation, (path, message) =>
      report(source.steps ? `/steps/${i}${path}` : path, message),
    );
    return toBehaviour(step);
  });
  return [
    {
      id,
      operation: operation.id,
      description: source.description ?? 'From data.yaml.',
      behaviour,
      ...(laterBehaviours.length > 0 && { laterBehaviours }),
      ...parseExpected(source, (message) => report('/expected', message)),
    },
  ];
}

function parseExpected(
  { operation, expected = '' }: ScenarioSource,
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

function expandStep(step: number | 'ok' | StepSource): StepSource {
  if (step === 'ok') return {};
  return typeof step === 'number' ? { status: step } : step;
}

function validateStep(
  { status, example, body, headers, delay }: StepSource,
  operation: Operation,
  report: Report,
) {
  if (example !== undefined && body !== undefined) {
    report('/example', ': expected an example or a body, not both.');
  } else if (example !== undefined && !hasExample(operation, example, status)) {
    const suffix = status === undefined ? '' : ` with status ${status}`;
    report('/example', `: ${operation.id} has no example "${example}"${suffix}.`);
  }
  for (const name of Object.keys(headers ?? {}).filter((header) => !isSendableHeader(header))) {
    report(joinPointer('/headers', name), `, headers: a response cannot have "${name}".`);
  }
  if (isRecord(delay) && 'from' in delay && delay.from > delay.to) {
    report(
      '/delay',
      `, delay, must be from the shorter to the longer one, got ${delay.from} to ${delay.to}.`,
    );
  }
  const pathNames = operation.parameters.flatMap((one) => (one.in === 'path' ? one.name : []));
  for (const [name, value] of Object.entries({ body, headers })) {
    for (const variable of findUnknownVariables(value, pathNames)) {
      const path = pathNames.map((known) => `path.${known}, `).join('');
      const expected = `expected ${path}query.NAME, body.NAME, counter or now`;
      report(`/${name}`, `: unknown value "${variable}"; ${expected}.`);
    }
  }
}

function hasExample(operation: Operation, name: string, status?: number): boolean {
  const response = status === undefined ? undefined : findResponse(operation, status);
  const responses = status === undefined ? operation.responses : response ? [response] : [];
  return responses.some(({ content }) =>
    content.some(({ examples }) => examples.some((example) => example.name === name)),
  );
}

function toBehaviour(step: StepSource): Behaviour {
  const { headers, fault, bytesPerSecond, delay } = step;
  return {
    ...toResponse(step),
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    }),
    ...(delay !== undefined && {
      delayMs: isRecord(delay) && 'from' in delay ? ([delay.from, delay.to] as const) : delay,
    }),
    ...(fault && { fault }),
    ...(bytesPerSecond !== undefined && { bytesPerSecond }),
  };
}

function toResponse({
  status,
  body,
  example,
  mediaType,
}: StepSource): Pick<Behaviour, 'response' | 'example'> {
  if (body !== undefined) {
    const isText = typeof body === 'string';
    const type = mediaType ?? defaultMediaType(body);
    return {
      response: {
        status: status ?? 200,
        ...(type !== undefined && { mediaType: type }),
        body: isText ? body : { json: body },
      },
    };
  }
  if (status === undefined && example === undefined) return {};
  return {
    example: {
      ...(status !== undefined && { status }),
      ...(example !== undefined && { name: example }),
    },
  };
}

function defaultMediaType(body: unknown): string | undefined {
  if (body === '') return undefined;
  return typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
}
