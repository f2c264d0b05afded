import type { Response } from 'express';
import type { Journal } from '../journal/journal.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { findDifferences } from '../journal/selectEntries.ts';
import { createProblem, problemMediaType } from '../scenarios/problem.ts';

/** Sends an error with the requests that explain it. */
export function sendMismatch(res: Response, status: 404 | 422, detail: string, found: object) {
  res
    .status(status)
    .type(problemMediaType)
    .json({ ...createProblem(status, detail), ...found });
}

const maxNearest = 3;

/**
 * The entries that fail the fewest conditions of a filter, the nearest and then the newest first. Those of
 * another tester are never meant; those without a tester's name may lack it by mistake.
 */
export function findNearest(journal: Journal, filter: JournalFilter) {
  const entries = journal
    .list()
    .filter(({ name = filter.name }) => !filter.name || name === filter.name);
  const differences = findDifferences(entries, filter);
  return entries
    .map((entry, i) => ({ id: entry.id, differences: differences[i] ?? [], entry }))
    .filter((one) => one.differences.length > 0)
    .sort((a, b) => a.differences.length - b.differences.length || b.id - a.id)
    .slice(0, maxNearest);
}
