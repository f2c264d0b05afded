import { isObject } from '../contract/jsonPointer.ts';
import type { JournalEntry, RequestOutcome } from './journalEntry.ts';

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
  /** A text in the request body, regardless of case. */
  text?: string;
  /** Values of the request body by the path of their field: `{ 'address.city': 'Bern' }`. */
  body?: Readonly<Record<string, string>>;
}

type StatusClass = `${1 | 2 | 3 | 4 | 5}xx`;

interface Condition {
  name: string;
  expected: unknown;
  actual: unknown;
  isMet: boolean;
}

export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  return conditionsOf(entry, filter).every(({ isMet }) => isMet);
}

/** The conditions that an entry does not meet: `status: expected 200, got 404`. */
export function findDifferences(entry: JournalEntry, filter: JournalFilter): string[] {
  return conditionsOf(entry, filter)
    .filter(({ isMet }) => !isMet)
    .map(({ name, expected, actual = null }) => {
      return `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
    });
}

function conditionsOf(entry: JournalEntry, filter: JournalFilter): Condition[] {
  const conditions: Condition[] = [];
  for (const name of Object.keys(comparisons) as SingleFilter[]) {
    const { [name]: expected } = filter;
    if (expected === undefined) continue;
    const { actual, isMet } = comparisons[name] as Comparison<unknown>;
    const value = actual(entry);
    const isEqual = value === expected;
    conditions.push({ name, expected, actual: value, isMet: isMet?.(entry, expected) ?? isEqual });
  }
  for (const [path, expected] of Object.entries(filter.body ?? {})) {
    const actual = fieldOf(entry.body, path);
    const isMet = actual !== undefined && textOf(actual) === expected;
    conditions.push({ name: `body.${path}`, expected, actual, isMet });
  }
  return conditions;
}

type SingleFilter = Exclude<keyof JournalFilter, 'body'>;

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
  text: { actual: ({ body }) => body, isMet: ({ body }, text) => containsText(body, text) },
};

function matchesStatus(status: number | undefined, expected: number | StatusClass | undefined) {
  if (status === undefined || typeof expected !== 'string') return status === expected;
  return String(status)[0] === expected[0];
}

function containsText(body: unknown, text: string): boolean {
  if (isObject(body)) return Object.values(body).some((value) => containsText(value, text));
  return body !== undefined && String(body).toLowerCase().includes(text.toLowerCase());
}

function fieldOf(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }, body);
}

function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}
