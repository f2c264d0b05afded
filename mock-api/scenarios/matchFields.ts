export const fieldSources = ['body', 'header', 'query'] as const;

type FieldSource = (typeof fieldSources)[number];

/** A condition is invalid, or takes too long. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/** Conditions by the name of a field: `{ body: { 'address.city': 'Bern' } }`. */
export type FieldConditions = Readonly<
  Partial<Record<FieldSource, Readonly<Record<string, FieldMatcher>>>>
>;

/** The value as text, or with its type, or what it contains and a regular expression such as `/^hello/i`. */
export type FieldMatcher =
  | string
  | { equals: string | number | boolean }
  | { contains?: string; matches?: string };

/** Finds the values of a request; undefined for those that it does not have. */
export type FieldValues = Readonly<Record<FieldSource, (name: string) => unknown>>;

export interface Evaluation {
  name: string;
  expected: unknown;
  actual: unknown;
  isMet: boolean;
}

/** Yields one condition at a time. A regular expression may take long; see `limitPatterns`. */
export function* evaluateFields(
  values: FieldValues,
  conditions: FieldConditions,
): Generator<Evaluation> {
  for (const source of fieldSources) {
    for (const [name, matcher] of Object.entries(conditions[source] ?? {})) {
      const actual = values[source](name);
      const isMet = actual !== undefined && isMatch(actual, matcher);
      const isWhole = typeof matcher === 'object' && 'equals' in matcher;
      const expected = isWhole ? matcher.equals : matcher;
      yield { name: `${source}.${name}`, expected, actual, isMet };
    }
  }
}

/** Whether evaluating the conditions may take long. */
export function hasPattern(conditions: FieldConditions): boolean {
  const matchers = fieldSources.flatMap((source) => Object.values(conditions[source] ?? {}));
  return matchers.some((matcher) => typeof matcher === 'object' && 'matches' in matcher);
}

function isMatch(actual: unknown, matcher: FieldMatcher): boolean {
  const text = typeof actual === 'object' ? JSON.stringify(actual) : String(actual);
  if (typeof matcher === 'string') return text === matcher;
  if ('equals' in matcher) return actual === matcher.equals;
  const { contains = '', matches } = matcher;
  const hasMatch = matches === undefined || parsePattern(matches)?.test(text) === true;
  return text.includes(contains) && hasMatch;
}

export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

export const maxPatternLength = 200;

/** Parses a regular expression such as `/^hello/i`; undefined if it is invalid or too long. */
export function parsePattern(text: string): RegExp | undefined {
  const [, source, flags] = /^\/(.+)\/([imsu]*)$/s.exec(text.slice(0, maxPatternLength + 1)) ?? [];
  if (source === undefined || text.length > maxPatternLength) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
