import type { JournalEntry } from './journalEntry.ts';

/** Selects entries that meet all given conditions. */
export interface JournalFilter {
  operation?: string;
  /** A brief id or user name: with a suffix, or without one to match every suffix. */
  key?: string;
  /** The suffix of a tester. */
  suffix?: string;
  subscriber?: string;
  scenario?: string;
  status?: number;
  /** Only entries with a higher id. */
  after?: number;
  /** Whether the request has ended. */
  ended?: boolean;
}

export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { operation, subscriber, scenario, status, after, ended } = filter;
  return (
    matchesKey(entry, filter) &&
    (operation === undefined || entry.operation === operation) &&
    (subscriber === undefined || entry.subscriber === subscriber) &&
    (scenario === undefined || entry.scenario === scenario) &&
    (status === undefined || entry.status === status) &&
    (after === undefined || entry.id > after) &&
    (ended === undefined || (entry.durationMs !== undefined) === ended)
  );
}

/** Whether an entry meets the conditions on the key and the suffix. */
export function matchesKey(
  entry: Pick<JournalEntry, 'key' | 'suffix'>,
  { key, suffix }: JournalFilter,
): boolean {
  return (
    (key === undefined || entry.key === key || entry.key === `${key}.${entry.suffix}`) &&
    (suffix === undefined || entry.suffix === suffix)
  );
}
