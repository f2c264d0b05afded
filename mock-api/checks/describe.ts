import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import { findDifferences } from '../journal/selectEntries.ts';
import { nameless } from '../scenarios/testerName.ts';
import type { Section } from './section.ts';

const maxMatching = 100;
const maxNearest = 3;
const maxNames = 5;

export function describeMatching(entries: readonly JournalEntry[]): string[] {
  return entries.slice(0, maxMatching).map(({ id, method, path, unexpected, reason }) => {
    const why = unexpected ? `, which nobody expected: ${reason}` : '.';
    return `Request ${id} matches: ${method} ${path}${why}`;
  });
}

export function describePending(entries: readonly JournalEntry[], timeoutMs: number): string[] {
  const state = `is pending after ${timeoutMs} ms, and may still match.`;
  return entries.map(({ id, method, path }) => `Request ${id}, ${method} ${path}, ${state}`);
}

/** The requests that fail the fewest conditions. Those without a name may lack it by mistake. */
export function describeNearest(section: Section, filter: JournalFilter): string[] {
  const { journal, name, afterId } = section;
  const entries = [name, nameless].flatMap((one) => journal.list({ name: one, after: afterId }));
  const differences = findDifferences(entries, filter);
  return entries
    .map(({ id }, i) => ({ id, unmet: differences[i] ?? [] }))
    .filter(({ unmet }) => unmet.length > 0)
    .sort((a, b) => a.unmet.length - b.unmet.length || b.id - a.id)
    .slice(0, maxNearest)
    .map(({ id, unmet }) => `Request ${id}: ${unmet.join('; ')}.`);
}

/** That no request has come under the name, and the names that came instead; empty if one has. */
export function describeNoRequests({ journal, name, since, afterId }: Section): string[] {
  if (journal.list({ name, after: afterId }).length > 0) return [];

  const byName = Map.groupBy(journal.list({ after: afterId }), (one) => one.name ?? 'no name');
  const others = [...byName].slice(-maxNames).map(([other, entries]) => {
    const last = entries.at(-1);
    return `${other} (${last?.key ?? last?.path})`;
  });
  return [
    `No request has come under the name "${name}" since ${since}. Other names: ${others.join(', ') || 'none'}.`,
    'A test that means it says so: allowNoRequests(), or noRequests=true.',
  ];
}
