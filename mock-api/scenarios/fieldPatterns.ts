import { isRecord } from '#contract';

export const fieldSources = ['body', 'header', 'query'] as const;

type FieldSource = (typeof fieldSources)[number];

/** The patterns of fields in the parts of a request: `{ body: { 'address.city': 'Bern' } }`. */
export type FieldPatterns = Readonly<
  Partial<Record<FieldSource, Readonly<Record<string, FieldPattern>>>>
>;

/**
 * The pattern of a field: a value, a part of its text, or a list of alternatives. In a body, the type of a value
 * matters.
 */
export type FieldPattern = OneOf<string | number | boolean | { contains: string }>;

/** A value, or a list of alternatives. */
export type OneOf<Value> = Value | readonly Value[];

/** The parts of a request that have fields. The names of headers are in lower case. */
export interface FieldOwners {
  body: unknown;
  header: Readonly<Record<string, unknown>>;
  /** The query without its question mark. */
  query: string;
}

/** The result of comparing a part of a request with a pattern. */
export interface Evaluation {
  name: string;
  expected: unknown;
  /** The value in the request, or undefined. */
  actual: unknown;
  isMet: boolean;
}

/** Compares the fields of a request with patterns. Returns one result for each field of the patterns. */
export function evaluateFields(owners: FieldOwners, patterns: FieldPatterns): Evaluation[] {
  return fieldSources.flatMap((source) =>
    Object.entries(patterns[source] ?? {}).map(([field, expected]) => {
      const values = findValues(owners, source, field);
      const isMet = values
        .flatMap(listLeaves)
        .some((value) => [expected].flat().some((one) => isMatch(source, value, one)));
      const actual = values.length > 1 ? values : values[0];
      return { name: `${source}.${field}`, expected, actual, isMet };
    }),
  );
}

/** Returns the values of a field. A parameter of the query may have several. */
function findValues(
  { body, header, query }: FieldOwners,
  source: FieldSource,
  field: string,
): readonly unknown[] {
  if (source === 'query') return new URLSearchParams(query).getAll(field);

  const value = source === 'body' ? fieldAt(body, field) : ownValue(header, field.toLowerCase());
  return value === undefined ? [] : [value];
}

/** Returns the value of a field, which may be nested: `address.city`, `tags.0`. */
function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(ownValue, value);
}

function ownValue(owner: unknown, name: string): unknown {
  const isOwn = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name);
  return isOwn ? owner[name as keyof typeof owner] : undefined;
}

/** Lists the values in a list or an object, at any depth. */
export function listLeaves(value: unknown): unknown[] {
  const isLeaf = typeof value !== 'object' || value === null;
  return isLeaf ? [value] : Object.values(value).flatMap(listLeaves);
}

function isMatch(source: FieldSource, actual: unknown, expected: unknown): boolean {
  if (isRecord(expected)) return String(actual).includes(String(expected.contains));
  return source === 'body' ? actual === expected : String(actual) === String(expected);
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** The former operators of patterns, and the replacement of each. */
const replaced: Readonly<Record<string, string>> = {
  matches: '"contains"',
  is: 'the value itself',
  equals: 'the value itself',
};

/** Describes the problem of a field's pattern, without its subject; undefined if there is none. */
export function findPatternProblem(
  source: FieldSource,
  field: string,
  pattern: unknown,
): string | undefined {
  if (source === 'header' && !headerName.test(field)) return 'expected the name of a header';

  const alternatives = [pattern].flat();
  if (alternatives.length === 0) return 'expected at least one value, got []';

  const wrong = alternatives.find((one) => !isAlternative(source, one));
  if (wrong === undefined) return undefined;

  const old = Object.keys(Object(wrong)).find((name) => Object.hasOwn(replaced, name));
  const hint = old === undefined ? '' : `; instead of "${old}", write ${replaced[old]}`;
  const expected = 'expected a value, {"contains":"a part"} or a list of these';
  return `${expected}, got ${JSON.stringify(wrong)}${hint}`;
}

function isAlternative(source: FieldSource, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  // An empty value of a header or parameter is probably an unset variable of the test.
  if (typeof value === 'string') return source === 'body' || isFilled(value);
  return isRecord(value) && Object.keys(value).join() === 'contains' && isFilled(value.contains);
}

/** Whether a value is a text that is not blank. */
export const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';
