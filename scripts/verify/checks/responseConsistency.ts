import {
  type Contract,
  findResponse,
  isRecord,
  type Operation,
  resolveSchema,
} from '../../../mock-api/contract/index.ts';
import { readJson } from '../send/sendRequest.ts';
import type { Check, Exchange } from './check.ts';

/**
 * Compares each response to a repeated read with the first one: the status, and the declared strings and booleans of
 * a JSON object. Numbers and times may count or measure something.
 */
export const responseConsistency = {
  name: 'response_consistency',
  promise: 'The same request gets the same response every time.',
  hint: 'Check what differs between instances, caches and threads: the requests were equal.',
  appliesTo: isComparable,
  run: (exchange) => {
    const first = exchange.earlier.find((it) => isComparable(it) && isSame(it, exchange));
    if (!first) return [];
    const { status } = exchange.response;
    if (first.response.status !== status) {
      return [describe(`The status is ${status}`, `${first.response.status}`)];
    }
    const value = readJson(exchange.response);
    const before = readJson(first.response);
    if (!isRecord(value) || !isRecord(before)) return [];
    const names = stableProperties(exchange.contract, exchange.testCase.operation, status);
    const name = names.find((it) => value[it] !== before[it]);
    return name === undefined ? [] : [describe(`The body's "${name}" differs`, 'the same value')];
  },
} as const satisfies Check;

function isComparable({ testCase, response, isRetried }: Exchange): boolean {
  const { repetition, isWrite } = testCase;
  return !isRetried && repetition !== undefined && !isWrite && ![0, 429].includes(response.status);
}

function isSame({ testCase: a }: Exchange, { testCase: b }: Exchange): boolean {
  return a.operation === b.operation && a.repetition?.variant === b.repetition?.variant;
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
