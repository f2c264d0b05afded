import {
  type Contract,
  type createResponseValidator,
  findResponse,
  isSendableHeader,
  joinPointer,
  type Operation,
} from '#contract';
import { describeNames } from './describeNames.ts';
import { findMediaType } from './findMediaType.ts';
import type { Step } from './step.ts';

export interface StepProblem {
  /** The JSON pointer of the problem, relative to the step. */
  path: string;
  /** The message without its beginning, the id: `: expected an example or a body, not both.` */
  message: string;
}

type ResponseValidator = ReturnType<typeof createResponseValidator>;

/** Finds the problems of a step that the schema of the data file does not find. */
export function findStepProblems(
  step: Step,
  operation: Operation,
  contract: Contract,
  validateResponse: ResponseValidator,
): StepProblem[] {
  const problems = [...findExampleProblems(step, operation), ...findUnsendableHeaders(step)];
  if (problems.length > 0) return problems;

  return findViolation(step, operation, contract, validateResponse);
}

/** Finds an example beside a body, or one that the contract does not have. */
function findExampleProblems({ status, example, body }: Step, operation: Operation): StepProblem[] {
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

  const condition = status === undefined ? '' : ` with status ${status}`;
  const reason = `${operation.id} has no example "${example}"${condition}`;
  return [{ path, message: `, example: ${reason}; ${describeNames(names)}.` }];
}

function findUnsendableHeaders({ headers = {} }: Step): StepProblem[] {
  const names = Object.keys(headers).filter((name) => !isSendableHeader(name));
  return names.map((name) => ({
    path: joinPointer('/headers', name),
    message: `, headers: a response cannot have "${name}".`,
  }));
}

/** Finds a violation of the contract in a 2xx response, unless `violates` is set. */
function findViolation(
  step: Step,
  operation: Operation,
  { file }: Contract,
  validateResponse: ResponseValidator,
): StepProblem[] {
  const { status = 200, body, violates } = step;
  const isDefault = body === undefined && step.status === undefined;
  if (violates || isDefault || status > 299) return [];
  const mediaType = findMediaType(step);
  const [violation] = validateResponse(operation, {
    status,
    headers: mediaType === undefined ? {} : { 'content-type': mediaType },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null)),
  }).filter(({ rule }) =>
    body === undefined ? rule === 'response.status' : rule !== 'response.header',
  );
  if (!violation) return [];
  const { message, line } = violation;
  const path = body === undefined ? '/status' : '/body';
  const reason = `${message.replace(/\.$/, '')} (${file}:${line})`;
  const advice = 'Correct it, or add violates: true.';
  return [{ path, message: `: the contract does not allow this response: ${reason}. ${advice}` }];
}
