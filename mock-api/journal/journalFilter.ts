import type { JournalEntry } from './journalEntry.ts';

/** Selects entries that meet all given conditions. */
export interface JournalFilter {
  operation?: string;
  /** A brief id or user name: with a suffix, or without one to match every suffix. */
  key?: string;
  subscriber?: string;
  scenario?: string;
  status?: number;
  /** Only entries with a higher id. */
  after?: number;
  /** Whether the request has ended. */
  ended?: boolean;
}

export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { operation, key, subscriber, scenario, status, after, ended } = filter;
  return (
    (operation === undefined || entry.operation === operation) &&
    (key === undefined || entry.key === key || (entry.key?.startsWith(`${key}.`) ?? false)) &&
    (subscriber === undefined || entry.subscriber === subscriber) &&
    (scenario === undefined || entry.scenario === scenario) &&
    (status === undefined || entry.status === status) &&
    (after === undefined || entry.id > after) &&
    (ended === undefined || (entry.durationMs !== undefined) === ended)
  );
}
