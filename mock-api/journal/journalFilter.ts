import type { JournalEntry } from './journal.ts';

/** All that are given have to hold. */
export interface JournalFilter {
  operation?: string;
  /** A brief id or user name: with its suffix, or without to get all testers'. */
  key?: string;
  subscriber?: string;
  scenario?: string;
  status?: number;
  /** Only entries with a higher id. */
  after?: number;
  /** True: only requests that have come to an end. */
  ended?: boolean;
}

/** Whether an entry is one of those that a filter lets through. */
export function matchesFilter(entry: JournalEntry, filter: JournalFilter): boolean {
  const { operation, key, subscriber, scenario, status, after, ended } = filter;
  return (
    (operation === undefined || entry.operation === operation) &&
    (key === undefined || entry.key === key || (entry.key?.startsWith(`${key}.`) ?? false)) &&
    (subscriber === undefined || entry.subscriber === subscriber) &&
    (scenario === undefined || entry.scenario === scenario) &&
    (status === undefined || entry.status === status) &&
    (after === undefined || entry.id > after) &&
    (ended === undefined || (entry.duration !== undefined) === ended)
  );
}
