import { inspect, isDeepStrictEqual } from 'node:util';
import { fieldOperators, isList } from '../journal/parseFilter.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import { fieldSources } from '../scenarios/matchFields.ts';

/**
 * The parameters of a filter: `{ status: 500, body: { text: { contains: 'a' } } }` becomes
 * `status=500&body.text*=a`. The mock rejects those that no request can meet.
 * @throws {TypeError} for what would be left out or changed, because the filter would select other requests
 */
export function encodeConditions(filter: object): URLSearchParams {
  requireJson('The filter', filter);
  const pairs = Object.entries(filter).flatMap(([name, value]): [string, string][] => {
    if (!(fieldSources as readonly string[]).includes(name))
      return [[name, encodeValue(name, value)]];
    return fieldsOf(name, value).flatMap(([field, expected]) =>
      encodeField(`${name}.${field}`, expected),
    );
  });
  return new URLSearchParams(pairs);
}

/**
 * An object literal as JSON.
 * @throws {TypeError} for anything that JSON changes or leaves out: undefined, a function, a promise, a `Map`, a `Date`
 */
export function requireJson(name: string, value: object): string {
  const json = isLiteral(value) ? JSON.stringify(value) : undefined;
  if (json !== undefined && isDeepStrictEqual(JSON.parse(json), value)) return json;
  const expected = 'an object of JSON, in which a regular expression is a text such as "/^hello/i"';
  const got = inspect(value, { breakLength: Infinity });
  throw new TypeError(`${name}: expected ${expected}, got ${got}.`);
}

/**
 * The names and values of an object.
 * @throws {TypeError} for an empty one, or for anything else
 */
export function fieldsOf(name: string, value: unknown): [string, unknown][] {
  const fields = isLiteral(value) ? Object.entries(value) : [];
  if (fields.length > 0) return fields;
  throw new TypeError(`${name}: expected at least one field, got ${JSON.stringify(value)}.`);
}

function isLiteral(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value or, of some conditions, a list of which one must apply. */
function encodeValue(name: string, value: unknown): string {
  const mayBeList = isList(name);
  const values = mayBeList ? [value].flat() : [value];
  if (!values.some((one) => typeof one === 'object')) return values.join();
  const expected = mayBeList ? 'a value, or a list of them' : 'a value';
  throw new TypeError(`${name}: expected ${expected}, got ${JSON.stringify(value)}.`);
}

// A whole value is given without an operator, and then has a type.
const { is: _, equals, ...textOperators } = fieldOperators;

function encodeField(name: string, expected: unknown): [string, string][] {
  if (typeof expected === 'object') {
    return fieldsOf(name, expected).map(([part, value]) => {
      const operator = textOperators[part as keyof typeof textOperators];
      if (operator !== undefined) return [name + operator, encodeValue(name, value)];
      throw new TypeError(`${name}: ${describeNames(part, Object.keys(textOperators))}.`);
    });
  }
  // A header or a parameter of the query is always a text.
  if (!name.startsWith('body.')) return [[name, String(expected)]];
  return [[name + equals, JSON.stringify(expected)]];
}
