import { createContext, Script } from 'node:vm';
import { isObject } from '../contract/index.ts';
import { fieldAt } from '../scenarios/bodyFields.ts';
import { expectedSuffix, validSuffix } from '../scenarios/validSuffix.ts';
import { type JournalEntry, type RequestOutcome, requestOutcomes } from './journalEntry.ts';

/** Selects entries that meet all given conditions. */
export interface JournalFilter {
  operation?: string;
  /** A brief id or user name: with a suffix, or without one to match every suffix. */
  key?: string;
  /** The suffix of a tester. */
  suffix?: string;
  scenario?: string;
  method?: string;
  /** The path without the query, also of a request that the contract does not declare. */
  path?: string;
  /** A status, or a class such as `4xx`. */
  status?: number | (typeof statusClasses)[number];
  outcome?: RequestOutcome;
  /** Only entries with a higher id. */
  after?: number;
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

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** A filter is invalid, or takes too long. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

interface Condition {
  name: string;
  expected: unknown;
  actual: unknown;
  isMet: boolean;
}

/** @throws {FilterError} */
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
 * @throws {FilterError}
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

const patternTimeoutMs = 200;
const script = new Script('run()');
const sandbox: { run?: () => unknown } = createContext({});

/** A regular expression of one tester must not stop the mock for the others. */
function evaluate<Result>(filter: JournalFilter, run: () => Result): Result {
  const matchers = fieldSources.flatMap((source) => Object.values(filter[source] ?? {}));
  const hasPattern = matchers.some((matcher) => typeof matcher === 'object' && matcher.matches);
  if (!hasPattern) return run();
  sandbox.run = run;
  try {
    return script.runInContext(sandbox, { timeout: patternTimeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new FilterError(`The regular expression took longer than ${patternTimeoutMs} ms.`);
  }
}

/** Yields the conditions one by one, regular expressions last, so that most entries need none. */
function* conditionsOf(entry: JournalEntry, filter: JournalFilter): Generator<Condition> {
  for (const name of Object.keys(singleFilters) as SingleName[]) {
    const { [name]: expected } = filter;
    if (expected === undefined) continue;
    const { actual, isMet } = singleFilters[name] as SingleFilter<unknown>;
    const value = actual ? actual(entry) : entry[name as keyof JournalEntry];
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
type SingleName = Exclude<keyof JournalFilter, FieldSource>;

interface SingleFilter<Value> {
  /** Parses a value of the query; undefined if it is invalid. */
  parse(text: string): Value | undefined;
  expected: string;
  /** By default, the property of the entry with the filter's name. */
  actual?(entry: JournalEntry): unknown;
  /** By default, whether both are equal. */
  isMet?(entry: JournalEntry, expected: Value): boolean;
}

// No request has an empty value, which may be that of a variable without one.
const text = { parse: (value: string) => value || undefined, expected: 'one value' };
const flag = {
  parse: (value: string) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  expected: 'true or false',
};

export const singleFilters: {
  [Name in SingleName]-?: SingleFilter<NonNullable<JournalFilter[Name]>>;
} = {
  operation: text,
  key: {
    ...text,
    isMet: ({ key, suffix }, expected) => key === expected || key === `${expected}.${suffix}`,
  },
  suffix: {
    parse: (value) => (validSuffix.test(value) ? value : undefined),
    expected: expectedSuffix,
  },
  scenario: text,
  method: { ...text, parse: (value) => value.toUpperCase() || undefined },
  path: { ...text, actual: ({ path }) => path.split('?', 1)[0] },
  status: {
    parse: (value) =>
      /^[1-5]\d\d$/.test(value) ? Number(value) : statusClasses.find((one) => one === value),
    expected: 'a status or a class such as 4xx',
    isMet: ({ status }, expected) => status === expected || `${String(status)[0]}xx` === expected,
  },
  outcome: {
    parse: (value) => requestOutcomes.find((outcome) => outcome === value),
    expected: `one of ${requestOutcomes.join(', ')}`,
  },
  after: {
    parse: (value) => (/^\d{1,12}$/.test(value) ? Number(value) : undefined),
    expected: 'a whole number',
    actual: ({ id }) => id,
    isMet: ({ id }, after) => id > after,
  },
  ended: { ...flag, actual: ({ durationMs }) => durationMs !== undefined },
  violations: { ...flag, actual: ({ violations }) => violations.length > 0 },
};

function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}
