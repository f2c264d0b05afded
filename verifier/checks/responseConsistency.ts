import { type Contract, findResponse, isRecord, type Operation, resolveSchema } from '#contract';
import { readJson } from '../send/sendRequest.ts';
import type { Check, Exchange } from './check.ts';

/**
 * Compares each response to a repeated read with the first one: the status, and the declared strings and booleans of
 * a JSON object. Numbers and times may count or measure something.
 */
export const responseConsistency = {
  name: 'response_consistency',
  promise: 'The same request gets the same response every time, and another id another one.',
  hint: 'Check what differs between instances, caches and threads: the requests were equal.',
  appliesTo: isComparable,
  run: (exchange) => {
    const { status } = exchange.response;
    const names = stableProperties(exchange.contract, exchange.testCase.operation, status);
    const others = exchange.earlier.filter(
      (it) => isComparable(it) && haveDifferentIds(it, exchange) && it.response.status === 200,
    );
    if (status === 200 && others.some((it) => haveSameTexts(names, it, exchange))) {
      const message = 'The body is that of another resource.';
      return [{ message, expected: 'the resource of this id' }];
    }
    const first = exchange.earlier.find((it) => isComparable(it) && isSame(it, exchange));
    if (!first) return [];
    if (first.response.status !== status) {
      return [describe(`The status is ${status}`, `${first.response.status}`)];
    }
    const value = readJson(exchange.response);
    const before = readJson(first.response);
    if (!isRecord(value) || !isRecord(before)) return [];

    const name = names.find((it) => value[it] !== before[it]);
    return name === undefined ? [] : [describe(`The body's "${name}" differs`, 'the same value')];
  },
} as const satisfies Check;

function isComparable({ testCase, response, isRetried }: Exchange): boolean {
  const { repetition, isWrite, kind } = testCase;
  if (isRetried || isWrite || repetition === undefined) return false;
  // The second use of a value has another response on purpose.
  return kind !== 'used value' && ![0, 429].includes(response.status);
}

function isSame({ testCase: a }: Exchange, { testCase: b }: Exchange): boolean {
  return a.operation === b.operation && a.repetition?.variant === b.repetition?.variant;
}

function haveDifferentIds(a: Exchange, b: Exchange): boolean {
  const [path, other] = [a, b].map(({ request }) => request.target.split('?', 1)[0]);
  return a.testCase.operation === b.testCase.operation && path !== other;
}

/** Whether two objects have several texts, and the same ones: a single one may be a state that both are in. */
function haveSameTexts(names: readonly string[], a: Exchange, b: Exchange): boolean {
  const [value, other] = [a, b].map(({ response }) => readJson(response));
  if (!isRecord(value) || !isRecord(other)) return false;

  const texts = names.filter((name) => typeof value[name] === 'string');
  return texts.length > 1 && texts.every((name) => value[name] === other[name]);
}

/** None of an error, whose description may name the request. */
function stableProperties({ document }: Contract, operation: Operation, status: number): string[] {
  const declared = status < 400 ? findResponse(operation, status) : undefined;
  const pointer = declared?.content[0]?.schemaPointer;
  if (pointer === undefined) return [];

  const isStable = (property: string) => {
    const { types, keyword } = resolveSchema(document, property);
    const isTime = /time|date/.test(String(keyword('format')?.value ?? ''));
    return !isTime && (types.has('string') || types.has('boolean'));
  };
  const properties = [...resolveSchema(document, pointer).properties];
  return properties.filter(([, property]) => isStable(property)).map(([name]) => name);
}

function describe(what: string, expected: string) {
  return { message: `${what}, unlike in the first response to the same request.`, expected };
}
