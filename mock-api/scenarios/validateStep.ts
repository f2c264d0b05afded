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
} from '../../contract/index.ts';
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
  const { example, body, headers = {} } = step;
  const isAmbiguous = example !== undefined && body !== undefined;
  const either = { path: '/example', message: ': expected an example or a body, not both.' };
  const unsendable = Object.keys(headers).filter((name) => !isSendableHeader(name));
  const problems = [
    ...(isAmbiguous ? [either] : []),
    ...unsendable.map((name) => ({
      path: joinPointer('/headers', name),
      message: `, headers: a response cannot have "${name}".`,
    })),
    ...findUnknownValues(step, operation, contract),
  ];
  return problems.length > 0
    ? problems
    : findViolation(step, operation, contract, validateResponse);
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

/** Which example of a step the contract does not have, as a sentence without its end. */
export function describeMissingExample(
  { status, example: name }: Behaviour,
  operation: Operation,
): string | undefined {
  const responses = status === undefined ? operation.responses : [findResponse(operation, status)];
  const names = responses
    .flatMap((response) => response?.content ?? [])
    .flatMap(({ examples }) => examples)
    .map((example) => example.name);
  if (name === undefined || names.includes(name)) return undefined;
  const ofStatus = status === undefined ? '' : ` with status ${status}`;
  return `${operation.id} has no example "${name}"${ofStatus}; ${describeNames(name, names)}`;
}
