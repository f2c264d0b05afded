import { fieldOperators } from '../journal/journalFilter.ts';
import { fieldSources } from '../scenarios/matchFields.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The parameters of a filter: `{ status: 500, body: { text: { contains: 'a' } } }` becomes
 * `status=500&body.text*=a`.
 * @throws {TypeError} for anything that is no condition, because a filter without it would select other requests
 */
export function encodeConditions(filter: unknown): URLSearchParams {
  const pairs = fieldsOf('The filter', filter).flatMap(([name, value]): [string, string][] => {
    if (!(fieldSources as readonly string[]).includes(name))
      return [[name, encodeValue(name, value)]];
    const fields = fieldsOf(name, value);
    if (fields.length === 0) throw invalid(name, 'at least one field', value);
    return fields.flatMap(([field, expected]) => encodeField(`${name}.${field}`, expected));
  });
  return new URLSearchParams(pairs);
}

/**
 * JSON with regular expressions as text.
 * @throws {TypeError} for anything that JSON changes or leaves out
 */
export function encodePlain(name: string, value: unknown): string {
  return JSON.stringify(copyPlain(name, value));
}

/**
 * The names and values of an object literal.
 * @throws {TypeError} for anything else, such as a list, a `Map` or a promise
 */
export function fieldsOf(name: string, value: unknown): [string, unknown][] {
  const prototype: unknown = value === null ? undefined : Object.getPrototypeOf(Object(value));
  const isLiteral = typeof value === 'object' && (prototype === Object.prototype || !prototype);
  if (value === null || !isLiteral) throw invalid(name, 'an object', value);
  return Object.entries(value as Fields);
}

/** @throws {TypeError} for what is no number from `min`, or no whole one */
export function requireNumber(name: string, value: unknown, min: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value;
  throw invalid(name, `a whole number from ${min}`, value);
}

export function invalid(name: string, expected: string, value: unknown): TypeError {
  const isText = typeof value === 'string';
  const got = isText
    ? JSON.stringify(value)
    : Object.is(value, Object(value))
      ? typeName(value)
      : String(value);
  return new TypeError(`${name}: expected ${expected}, got ${got}.`);
}

function typeName(value: unknown): string {
  return (value as object).constructor?.name ?? 'an object';
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

/** A value, or a list of which one must apply. */
function encodeValue(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value];
  const isEncodable = values.length > 0 && values.every((one) => isScalar(one) && one !== '');
  if (!isEncodable) throw invalid(name, 'a value, or a list of them', value);
  return values.join();
}

function encodeField(name: string, expected: unknown): [string, string][] {
  if (isScalar(expected)) {
    // A header or a parameter of the query is always a text.
    if (!name.startsWith('body.')) return [[name, String(expected)]];
    return [[name + fieldOperators.equals, JSON.stringify(expected)]];
  }
  const parts = fieldsOf(name, expected);
  if (parts.length === 0) throw invalid(name, 'a value, contains or matches', expected);
  return parts.map(([part, value]) => {
    const isPattern = value instanceof RegExp && value.source !== '(?:)';
    if (part === 'matches' ? !isPattern : typeof value !== 'string' || value === '') {
      throw invalid(
        `${name}.${part}`,
        part === 'matches' ? 'a regular expression' : 'a text',
        value,
      );
    }
    if (part !== 'contains' && part !== 'matches') {
      throw new TypeError(`${name}: expected contains or matches, got ${part}.`);
    }
    return [name + fieldOperators[part], String(value)];
  });
}

function copyPlain(name: string, value: unknown): unknown {
  if (value === null || isScalar(value)) return value;
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return value.map((item, i) => copyPlain(`${name}[${i}]`, item));
  return Object.fromEntries(
    fieldsOf(name, value).map(([key, item]) => [key, copyPlain(`${name}.${key}`, item)]),
  );
}
