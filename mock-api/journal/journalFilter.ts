import { isObject } from '../contract/jsonPointer.ts';
import { fieldAt } from '../scenarios/bodyFields.ts';
import type { JournalEntry, RequestOutcome } from './journalEntry.ts';
import { limitTime } from './limitTime.ts';

/** Selects entries that meet all given conditions. */
export interface JournalFilter {
  operation?: string;
  /** A brief id or user name: with a suffix, or without one to match every suffix. */
  key?: string;
  /** The suffix of a tester. */
  suffix?: string;
  subscriber?: string;
  scenario?: string;
  method?: string;
  /** The path without the query, also of a request that the contract does not declare. */
  path?: string;
  /** A status, or a class such as `4xx`. */
  status?: number | StatusClass;
  outcome?: RequestOutcome;
  /** Only entries with a higher id. */
  after?: number;
  /** Only requests that arrived at this ISO date or later. */
  since?: string;
  /** Whether the request has ended. */
  ended?: boolean;
  /** Whether the request or its response violates the contract. */
  violations?: boolean;
  /** Values of the request body by the path of their field: `{ 'address.city': 'Bern' }`. */
  body?: FieldFilter;
  /** Headers of the request. */
  header?: FieldFilter;
  /** Parameters of the query. */
  query?: FieldFilter;
}

type FieldFilter = Readonly<Record<string, TextMatcher>>;

/** The value as text, or what it contains and a regular expression such as `/^hello/i`. */
export type TextMatcher = string | { contains?: string; matches?: string };

type StatusClass = `${1 | 2 | 3 | 4 | 5}xx`;

interface Condition {
  name: string;
  expected: unknown;
  actual: unknown;
  isMet: boolean;
}

/** @throws {PatternTimeoutError} */
export function selectEntries(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): JournalEntry[] {
  const isSelected = (entry: JournalEntry) => {
    for (const { isMet } of conditionsOf(entry, filter)) if (!isMet) return false;
    return true;
  };
  return evaluate(filter, () => entries.filter(isSelected));
}

/**
 * The conditions that each entry does not meet: `status: expected 200, got 404`.
 * @throws {PatternTimeoutError}
 */
export function findDifferences(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): string[][] {
  const describe = ({ name, expected, actual = null }: Condition) =>
    `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
  return evaluate(filter, () =>
    entries.map((entry) => {
      const unmet = [...conditionsOf(entry, filter)].filter(({ isMet }) => !isMet);
      return unmet.map(describe);
    }),
  );
}

function evaluate<Result>(filter: JournalFilter, run: () => Result): Result {
  const matchers = fieldSources.flatMap((source) => Object.values(filter[source] ?? {}));
  const hasPattern = matchers.some((matcher) => typeof matcher === 'object' && matcher.matches);
  return hasPattern ? limitTime(run) : run();
}

/** Yields the conditions one by one, regular expressions last, so that most entries need none. */
function* conditionsOf(entry: JournalEntry, filter: JournalFilter): Generator<Condition> {
  for (const name of Object.keys(comparisons) as SingleFilter[]) {
    const { [name]: expected } = filter;
    if (expected === undefined) continue;
    const { actual, isMet } = comparisons[name] as Comparison<unknown>;
    const value = actual(entry);
    const isEqual = value === expected;
    yield { name, expected, actual: value, isMet: isMet?.(entry, expected) ?? isEqual };
  }
  for (const source of fieldSources) {
    for (const [path, expected] of Object.entries(filter[source] ?? {})) {
      const actual = fieldsOf[source](entry, path);
      const isMet = actual !== undefined && matchesText(textOf(actual), expected);
      yield { name: `${source}.${path}`, expected, actual, isMet };
    }
  }
}

export const fieldSources = ['body', 'header', 'query'] as const;

const fieldsOf: Record<FieldSource, (entry: JournalEntry, path: string) => unknown> = {
  body: ({ body }, path) => fieldAt(body, path),
  header: ({ requestHeaders = {} }, name) => fieldAt(requestHeaders, name.toLowerCase()),
  query: ({ path }, name) =>
    new URLSearchParams(path.split('?').slice(1).join('?')).get(name) ?? undefined,
};

function matchesText(text: string, expected: TextMatcher): boolean {
  if (typeof expected === 'string') return text === expected;
  const { contains = '', matches } = expected;
  const isMatch = matches === undefined || parsePattern(matches)?.test(text) === true;
  return text.includes(contains) && isMatch;
}

const maxPatternLength = 200;

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

type FieldSource = (typeof fieldSources)[number];
type SingleFilter = Exclude<keyof JournalFilter, FieldSource>;

interface Comparison<Expected> {
  actual(entry: JournalEntry): unknown;
  /** By default, whether both are equal. */
  isMet?(entry: JournalEntry, expected: Expected): boolean;
}

const comparisons: {
  [Name in SingleFilter]-?: Comparison<NonNullable<JournalFilter[Name]>>;
} = {
  operation: { actual: ({ operation }) => operation },
  key: {
    actual: ({ key }) => key,
    isMet: ({ key, suffix }, expected) => key === expected || key === `${expected}.${suffix}`,
  },
  suffix: { actual: ({ suffix }) => suffix },
  subscriber: { actual: ({ subscriber }) => subscriber },
  scenario: { actual: ({ scenario }) => scenario },
  method: { actual: ({ method }) => method },
  path: { actual: ({ path }) => path.split('?', 1)[0] },
  status: {
    actual: ({ status }) => status,
    isMet: ({ status }, expected) => matchesStatus(status, expected),
  },
  outcome: { actual: ({ outcome }) => outcome },
  after: { actual: ({ id }) => id, isMet: ({ id }, after) => id > after },
  since: {
    actual: ({ at }) => at,
    isMet: ({ at }, since) => Date.parse(at) >= Date.parse(since),
  },
  ended: { actual: ({ durationMs }) => durationMs !== undefined },
  violations: { actual: ({ violations }) => violations.length > 0 },
};

function matchesStatus(status: number | undefined, expected: number | StatusClass | undefined) {
  if (status === undefined || typeof expected !== 'string') return status === expected;
  return String(status)[0] === expected[0];
}

function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}
