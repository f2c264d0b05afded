import {
  type Contract,
  type createResponseValidator,
  findResponse,
  isObject,
  isSendableHeader,
  joinPointer,
  type Operation,
  type Violation,
  valueAt,
} from '#contract';
import { type Behaviour, mediaTypeOf } from './behaviour.ts';
import { describeUnknownField } from './bodyFields.ts';
import { findUnknownVariables, hasVariable } from './fillTemplate.ts';
import { describeNames } from './findClosest.ts';

export interface StepProblem {
  /** A JSON pointer below that of the step. */
  path: string;
  /** Follows the scenario's id. */
  message: string;
}

type ResponseValidator = ReturnType<typeof createResponseValidator>;

/** What the schema of the data file cannot express. */
export function findStepProblems(
  step: Behaviour,
  operation: Operation,
  contract: Contract,
  validateResponse: ResponseValidator,
): StepProblem[] {
  const problems = [
    ...findExampleProblems(step, operation),
    ...findUnsendableHeaders(step),
    ...findUnknownValues(step, operation, contract),
  ];
  if (problems.length > 0) return problems;

  return findViolation(step, operation, contract, validateResponse);
}

/** An example beside a body, or one that the contract does not have. */
function findExampleProblems(
  { status, example, body }: Behaviour,
  operation: Operation,
): StepProblem[] {
  if (example === undefined) return [];
  const path = '/example';
  if (body !== undefined) {
    return [{ path, message: ': expected an example or a body, not both.' }];
  }

  const responses = status === undefined ? operation.responses : [findResponse(operation, status)];
  const names = responses
    .flatMap((response) => response?.content ?? [])
    .flatMap(({ examples }) => examples)
    .map(({ name }) => name);
  if (names.includes(example)) return [];

  const ofStatus = status === undefined ? '' : ` with status ${status}`;
  const reason = `${operation.id} has no example "${example}"${ofStatus}`;
  return [{ path, message: `, example: ${reason}; ${describeNames(example, names)}.` }];
}

function findUnsendableHeaders({ headers = {} }: Behaviour): StepProblem[] {
  const names = Object.keys(headers).filter((name) => !isSendableHeader(name));
  return names.map((name) => ({
    path: joinPointer('/headers', name),
    message: `, headers: a response cannot have "${name}".`,
  }));
}

/** The variables in the body and the headers that no request can have. */
function findUnknownValues(
  { body, headers }: Behaviour,
  operation: Operation,
  contract: Contract,
): StepProblem[] {
  const parameterNames = operation.parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map((one) => `${one.in}.${one.name}`);
  const names = [...parameterNames, 'header.NAME', 'body.FIELD', 'counter'].join(', ');
  return Object.entries({ body, headers }).flatMap(([property, value]) =>
    findUnknownVariables(value, parameterNames).flatMap((variable) => {
      const [, field] = /^body\.(.+)$/.exec(variable) ?? [];
      const reason =
        field === undefined
          ? `expected ${names} or now`
          : describeUnknownField(contract, [operation], field);
      if (reason === undefined) return [];
      return [{ path: `/${property}`, message: `: unknown value "{{${variable}}}"; ${reason}.` }];
    }),
  );
}

/** Why a 2xx response violates the contract, unless it is meant to. The values of variables are not known. */
function findViolation(
  step: Behaviour,
  operation: Operation,
  { file }: Contract,
  validateResponse: ResponseValidator,
): StepProblem[] {
  const { status = 200, body, violates } = step;
  const isDefault = body === undefined && step.status === undefined;
  if (violates || isDefault || status > 299) return [];
  const mediaType = mediaTypeOf(step);
  const [violation] = validateResponse(operation, {
    status,
    headers: mediaType === undefined ? {} : { 'content-type': mediaType },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null)),
  }).filter((one) => (body === undefined ? one.rule === 'response.status' : isCertain(one, body)));
  if (!violation) return [];
  const { message, line } = violation;
  const path = body === undefined ? '/status' : '/body';
  const reason = `${message.replace(/\.$/, '')} (${file}:${line})`;
  const advice = 'Correct it, or add violates: true.';
  return [{ path, message: `: the contract does not allow this response: ${reason}. ${advice}` }];
}

/** Whether a body violates the contract whatever the values of its variables are. */
function isCertain({ rule, keyword, location }: Violation, body: unknown): boolean {
  if (rule === 'response.header') return false;
  if (rule !== 'response.body' && rule !== 'response.syntax') return true;
  const value = isObject(body) ? valueAt(body, location.replace(/^body/, '')) : body;
  return keyword === 'required' || !hasVariable(value);
}
