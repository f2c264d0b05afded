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
  /** A status, or a class such as `4xx`. */
  status?: number | StatusClass;
  outcome?: RequestOutcome;
  /** Only entries with a higher id. */
  after?: number;
  /** Only requests that arrived at this ISO date or later. */
  since?: string;
  /** Whether the request has ended. */
  ended?: boolean;
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
  return matchesKey(entry, filter) && conditionsOf(entry, filter).every(({ isMet }) => isMet);
}

/** The conditions that an entry does not meet: `status: expected 200, got 404`. */
export function findDifferences(entry: JournalEntry, filter: JournalFilter): string[] {
  return conditionsOf(entry, filter)
    .filter(({ isMet }) => !isMet)
    .map(({ name, expected, actual = null }) => {
      return `${name}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
    });
}

/** Whether an entry meets the conditions on the key and the suffix. */
export function matchesKey(
  { key, suffix }: Pick<JournalEntry, 'key' | 'suffix'>,
  filter: JournalFilter,
): boolean {
  return (
    (filter.key === undefined || key === filter.key || key === `${filter.key}.${suffix}`) &&
    (filter.suffix === undefined || suffix === filter.suffix)
  );
}

function conditionsOf(entry: JournalEntry, filter: JournalFilter): Condition[] {
  const conditions: Condition[] = [];
  const add = (name: keyof JournalFilter, actual: unknown, isMet = actual === filter[name]) => {
    if (filter[name] !== undefined)
      conditions.push({ name, expected: filter[name], actual, isMet });
  };
  const { key, suffix, status, text, after, since, body = {} } = filter;
  add('operation', entry.operation);
  add('key', entry.key, key !== undefined && matchesKey(entry, { key }));
  add('suffix', entry.suffix, suffix !== undefined && matchesKey(entry, { suffix }));
  add('subscriber', entry.subscriber);
  add('scenario', entry.scenario);
  add('status', entry.status, matchesStatus(entry.status, status));
  add('outcome', entry.outcome);
  add('after', entry.id, after !== undefined && entry.id > after);
  add('since', entry.at, since !== undefined && Date.parse(entry.at) >= Date.parse(since));
  add('ended', entry.durationMs !== undefined);
  add('text', entry.body, text !== undefined && containsText(entry.body, text));
  for (const [path, expected] of Object.entries(body)) {
    const actual = fieldOf(entry.body, path);
    const isMet = actual !== undefined && textOf(actual) === expected;
    conditions.push({ name: `body.${path}`, expected, actual, isMet });
  }
  return conditions;
}

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
