import { limitPatterns } from '../scenarios/limitPatterns.ts';
import type { JournalEntry } from './journalEntry.ts';
import {
  describeDifferences,
  isUndecided,
  type JournalFilter,
  meetsFilter,
} from './journalFilter.ts';

/** @throws {FilterError} if a regular expression takes too long */
export function selectEntries(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): JournalEntry[] {
  return limitPatterns(filter, () => entries.filter((entry) => meetsFilter(entry, filter)));
}

/**
 * The entries that do not match, but may when they end.
 * @throws {FilterError} if a regular expression takes too long
 */
export function selectUndecided(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): JournalEntry[] {
  return limitPatterns(filter, () => entries.filter((entry) => isUndecided(entry, filter)));
}

/**
 * The conditions that each entry does not meet: `status: expected 200, got 404`.
 * @throws {FilterError} if a regular expression takes too long
 */
export function findDifferences(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): string[][] {
  return limitPatterns(filter, () => entries.map((entry) => describeDifferences(entry, filter)));
}
