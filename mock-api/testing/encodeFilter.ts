import { inspect } from 'node:util';
import type { EndCondition, RequestConditions } from '../journal/journalFilter.ts';
import { fieldOperators, fieldSources } from '../scenarios/matchFields.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';

/** The whole value, or a part of it and a regular expression such as `/^hello/i`. */
export type ExpectedText = string | { contains?: string; matches?: string };

/** Fields of a request body: `{ text: 'Hello' }`. A number differs from its digits as a string. */
export type ExpectedFields = Readonly<Partial<Record<BodyField, ExpectedText | number | boolean>>>;

/** A filter of the journal; the name is the tester's. `{}` selects all of its requests. */
export type RequestFilter = EndCondition &
  Omit<RequestConditions, 'name' | 'operation' | 'body' | 'header' | 'query'> & {
    operation?: OperationId | readonly OperationId[];
    body?: ExpectedFields;
    header?: Readonly<Record<string, ExpectedText>>;
    query?: Readonly<Record<string, ExpectedText>>;
  };

/**
 * The parameters of a filter: `{ status: 500, body: { text: { contains: 'a' } } }` becomes
 * `status=500&body.text*=a`. The mock rejects those that no request can meet.
 * @throws {TypeError} for what would be left out or changed, because the filter would select other requests
 */
export function encodeFilter(filter: RequestFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(requireJson('The filter', filter))) {
    if ((fieldSources as readonly string[]).includes(name)) {
      for (const [field, expected] of fieldsOf(name, value))
        appendField(query, `${name}.${field}`, expected);
    } else {
      for (const one of valuesOf(name, value)) query.append(name, encodeValue(name, one));
    }
  }
  return query;
}

/**
 * The value itself.
 * @throws {TypeError} for anything that JSON changes or leaves out: undefined, a promise, a `Map`
 */
export function requireJson<Value extends object>(what: string, value: Value): Value {
  if (isPlainObject(value) && isJson(value)) return value;
  const expected = 'an object of JSON, in which a regular expression is a text such as "/^hello/i"';
  const got = inspect(value, { breakLength: Infinity });
  throw new TypeError(`${what}: expected ${expected}, got ${got}.`);
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return Array.from(value).every(isJson);
  if (isPlainObject(value)) return Object.values(value).every(isJson);
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** An object literal, also of another realm, in which some runners have their tests. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** @throws {TypeError} for a name that would be ignored */
export function requireNames(what: string, value: object, names: readonly string[]) {
  const unknown = Object.keys(requireJson(what, value)).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what}: expected ${names.join(', ')}, got ${unknown}.`);
}

// A whole value has no operator: in a body it has a type, in JSON.
const { is: _, equals, ...textOperators } = fieldOperators;

function appendField(query: URLSearchParams, name: string, expected: unknown) {
  if (typeof expected === 'object') {
    for (const [part, text] of fieldsOf(name, expected))
      query.append(name + operatorOf(name, part), encodeValue(name, text));
    return;
  }

  if (name.startsWith('body.')) query.append(name + equals, JSON.stringify(expected));
  else query.append(name, String(expected));
}

function operatorOf(name: string, part: string): string {
  const operator = Object.entries(textOperators).find(([known]) => known === part)?.[1];
  if (operator !== undefined) return operator;
  const expected = Object.keys(textOperators).join(' or ');
  throw new TypeError(`${name}: expected ${expected}, got ${part}.`);
}

/** @throws {TypeError} for an empty list, because the condition would be left out */
function valuesOf(name: string, value: unknown): unknown[] {
  const values = [value].flat();
  if (values.length > 0) return values;
  throw new TypeError(`${name}: expected at least one value, got [].`);
}

function encodeValue(name: string, value: unknown): string {
  if (typeof value !== 'object') return String(value);
  throw new TypeError(`${name}: expected a value, got ${JSON.stringify(value)}.`);
}

/** @throws {TypeError} without any field, because the condition would be left out */
function fieldsOf(name: string, value: unknown): [string, unknown][] {
  const isList = Array.isArray(value) || typeof value !== 'object';
  const fields = isList ? [] : Object.entries(value ?? {});
  if (fields.length > 0) return fields;
  throw new TypeError(`${name}: expected at least one field, got ${JSON.stringify(value)}.`);
}
