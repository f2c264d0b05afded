import { createContext, Script } from 'node:vm';
import type { JournalEntry } from './journalEntry.ts';
import {
  describeDifferences,
  FilterError,
  fieldSources,
  type JournalFilter,
  meetsFilter,
} from './journalFilter.ts';

/** @throws {FilterError} if a regular expression takes too long */
export function selectEntries(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): JournalEntry[] {
  return evaluate(filter, () => entries.filter((entry) => meetsFilter(entry, filter)));
}

/**
 * The conditions that each entry does not meet: `status: expected 200, got 404`.
 * @throws {FilterError} if a regular expression takes too long
 */
export function findDifferences(
  entries: readonly JournalEntry[],
  filter: JournalFilter,
): string[][] {
  return evaluate(filter, () => entries.map((entry) => describeDifferences(entry, filter)));
}

const patternTimeoutMs = 200;
const script = new Script('run()');
const sandbox: { run?: () => unknown } = createContext({});

/** A regular expression of one tester must not stop the mock for the others. */
function evaluate<Result>(filter: JournalFilter, run: () => Result): Result {
  const matchers = fieldSources.flatMap((source) => Object.values(filter[source] ?? {}));
  const hasPattern = matchers.some(
    (matcher) => typeof matcher === 'object' && 'matches' in matcher,
  );
  if (!hasPattern) return run();
  sandbox.run = run;
  try {
    return script.runInContext(sandbox, { timeout: patternTimeoutMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new FilterError(`The regular expression took longer than ${patternTimeoutMs} ms.`);
  }
}
