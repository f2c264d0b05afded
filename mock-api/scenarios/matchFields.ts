export const fieldSources = ['body', 'header', 'query'] as const;

type FieldSource = (typeof fieldSources)[number];

/** A condition is invalid, or takes too long. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** Conditions by the place and the name of a field: `{ body: { 'address.city': 'Bern' } }`. */
export type FieldConditions = Readonly<
  Partial<Record<FieldSource, Readonly<Record<string, FieldMatcher>>>>
>;

type Scalar = string | number | boolean;

/** The value, which in a body has a type, or what must all be true of it. */
export type FieldMatcher = Scalar | MatcherParts;

interface MatcherParts {
  /** The value as text. */
  is?: Scalar;
  /** The value with its type. */
  equals?: Scalar;
  contains?: string;
  /** A regular expression such as `/^hello/i`. */
  matches?: string;
}

/** What follows the name of a field in a query, by the part of a matcher: `body.text*=Hello`. */
export const fieldOperators = {
  is: '',
  equals: ':',
  contains: '*',
  matches: '~',
} as const satisfies Record<keyof MatcherParts, string>;

/** Where the fields of a request are found. Headers are by name in lower case. */
export interface FieldOwners {
  body: unknown;
  header: Readonly<Record<string, unknown>>;
  /** The query without its question mark. */
  query: string;
}

export interface Evaluation {
  name: string;
  expected: unknown;
  actual: unknown;
  isMet: boolean;
}

/** Yields one condition at a time. A regular expression may take long; see `limitPatterns`. */
export function* evaluateFields(
  owners: FieldOwners,
  conditions: FieldConditions,
): Generator<Evaluation> {
  for (const source of fieldSources) {
    for (const [name, matcher] of Object.entries(conditions[source] ?? {})) {
      const values = findValues(owners, source, name);
      const parts = partsOf(matcher, source);
      const isMet = values.flatMap(withLeaves).some((value) => isMatch(value, parts));
      const expected = parts.is ?? parts.equals ?? matcher;
      const actual = values.length > 1 ? values : values[0];
      yield { name: `${source}.${name}`, expected, actual, isMet };
    }
  }
}

/** The values of a field. A parameter of the query may have several, and any of them meets a condition. */
function findValues(
  { body, header, query }: FieldOwners,
  source: FieldSource,
  name: string,
): readonly unknown[] {
  if (source === 'query') return new URLSearchParams(query).getAll(name);
  const value = source === 'body' ? fieldAt(body, name) : ownValue(header, name.toLowerCase());
  return value === undefined ? [] : [value];
}

/** A list or an object, and the values in it, of which any meets a condition. */
function withLeaves(value: unknown): unknown[] {
  return isLeaf(value) ? [value] : [value, ...leavesOf(value)];
}

/** The values in a list or an object, at any depth. */
export function leavesOf(value: unknown): unknown[] {
  return isLeaf(value) ? [value] : Object.values(Object(value)).flatMap(leavesOf);
}

const isLeaf = (value: unknown) => typeof value !== 'object' || value === null;

/** A value alone is the whole one. */
function partsOf(matcher: FieldMatcher, source: FieldSource): MatcherParts {
  if (typeof matcher === 'object') return matcher;
  return source === 'body' ? { equals: matcher } : { is: matcher };
}

/** Whether evaluating the conditions may take long. */
export function hasPattern(conditions: FieldConditions): boolean {
  const matchers = fieldSources.flatMap((source) => Object.values(conditions[source] ?? {}));
  return matchers.some((matcher) => typeof matcher === 'object' && 'matches' in matcher);
}

function isMatch(actual: unknown, { is, equals, contains, matches }: MatcherParts): boolean {
  // A text that was sent differs from its JSON, if it has a quotation mark or a line break.
  if (!isLeaf(actual)) return is !== undefined && JSON.stringify(actual) === String(is);

  const text = String(actual);
  if (is !== undefined && text !== String(is)) return false;
  if (equals !== undefined && actual !== equals) return false;
  if (contains !== undefined && !text.includes(contains)) return false;
  return matches === undefined || parsePattern(matches)?.test(text) === true;
}

export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

export const maxPatternLength = 200;

/** Parses a regular expression such as `/^hello/i`; undefined if it is empty, invalid or too long. */
export function parsePattern(text: string): RegExp | undefined {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text.slice(0, maxPatternLength + 1)) ?? [];
  if (source === undefined || source === '(?:)' || text.length > maxPatternLength) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** The value of a field, which may be nested: `address.city`, `tags.0`. */
function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce(ownValue, value);
}

function ownValue(owner: unknown, name: string): unknown {
  const isOwn = typeof owner === 'object' && owner !== null && Object.hasOwn(owner, name);
  return isOwn ? owner[name as keyof typeof owner] : undefined;
}
