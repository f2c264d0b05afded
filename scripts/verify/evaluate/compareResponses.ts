import {
  type Contract,
  findResponse,
  isRecord,
  resolveSchema,
} from '../../../mock-api/contract/index.ts';
import type { TestCase } from '../plan/testCase.ts';
import { type HttpResponse, readJson } from '../send/sendRequest.ts';
import type { CheckFailure } from './caseResult.ts';

type DeclaredResponse = NonNullable<ReturnType<typeof findResponse>>;
type Difference = Pick<CheckFailure, 'check' | 'message' | 'expected'>;

/**
 * Creates the function that compares each response to a repeated read with the first one: the status, and
 * the declared strings and booleans of a JSON object. Numbers and times may count or measure something.
 */
export function createResponseComparison({ document }: Contract) {
  const firstByGroup = new Map<string, { status: number; fields: ReadonlyMap<string, unknown> }>();

  return function compare(
    { repetition, operation, isWrite }: TestCase,
    response: HttpResponse,
  ): Difference | undefined {
    if (!repetition || isWrite || response.status === 429) return undefined;
    const group = `${operation.id} ${repetition.variant ?? ''}`;
    // The description of an error may name the request.
    const declared = response.status < 400 && findResponse(operation, response.status);
    const fields = declared ? stableFields(declared, response) : new Map<string, unknown>();
    const first = firstByGroup.get(group);
    if (!first) {
      firstByGroup.set(group, { status: response.status, fields });
      return undefined;
    }
    if (first.status !== response.status) {
      return differs(`The status is ${response.status}`, `${first.status}`);
    }
    const name = [...first.fields.keys()].find((key) => first.fields.get(key) !== fields.get(key));
    return name === undefined
      ? undefined
      : differs(`The body's "${name}" differs`, 'the same value');
  };

  function stableFields(
    declared: DeclaredResponse,
    response: HttpResponse,
  ): ReadonlyMap<string, unknown> {
    const pointer = declared.content[0]?.schemaPointer;
    const value = readJson(response);
    if (pointer === undefined || !isRecord(value)) return new Map();
    const properties = [...resolveSchema(document, pointer).properties].filter(([, property]) => {
      const { types, keyword } = resolveSchema(document, property);
      const isTime = /time|date/.test(String(keyword('format')?.value ?? ''));
      return !isTime && (types.has('string') || types.has('boolean'));
    });
    return new Map(properties.map(([name]) => [name, value[name]]));
  }
}

function differs(what: string, expected: string): Difference {
  const message = `${what}, unlike in the first response to the same request.`;
  return { check: 'response_consistency', message, expected };
}
