import type { JournalEntry } from '../journal/journalEntry.ts';
import { describeDifferences, findCut, type RequestPattern } from '../journal/requestPattern.ts';
import { nameless } from '../scenarios/testerName.ts';
import type { Check, Section } from './Check.ts';

const maxMatching = 100;
const maxNearest = 3;
const maxNames = 5;

/** Describes a request and its end: `POST /rest/x, 500, 1.2 s ago`. */
function describeEntry({ method, path, at, status, outcome }: JournalEntry): string {
  const age = `${((Date.now() - Date.parse(at)) / 1000).toFixed(1)} s`;
  if (outcome === 'pending') return `${method} ${path}, pending for ${age}`;
  return `${method} ${path}, ${outcome === 'completed' ? status : outcome}, ${age} ago`;
}

export function describeMatching(entries: readonly JournalEntry[]): string[] {
  return entries.slice(0, maxMatching).map((entry) => {
    const why = entry.unexpected ? `, which nobody expected: ${entry.reason}` : '.';
    return `Request ${entry.id} matches: ${describeEntry(entry)}${why}`;
  });
}

/** Describes requests that may match: they are pending, or too long for the journal. */
export function describeUndecided({ pattern }: Check, entries: readonly JournalEntry[]): string[] {
  return entries.slice(0, maxMatching).map((entry) => {
    const cut = findCut(entry, pattern).join(', ');
    const why = cut === '' ? '.' : `; it is too long for the journal, which cannot compare ${cut}.`;
    return `Request ${entry.id} may match: ${describeEntry(entry)}${why}`;
  });
}

/**
 * Describes the requests that fail the fewest conditions, and the newest one without a name, which may lack it by
 * mistake.
 */
export function describeNearest(section: Section, pattern: RequestPattern): string[] {
  const { journal, name, afterId } = section;
  const compare = (entry: JournalEntry) => ({ entry, unmet: describeDifferences(entry, pattern) });
  const sort = (one: string) =>
    journal
      .list({ name: one, after: afterId })
      .map(compare)
      .sort((a, b) => a.unmet.length - b.unmet.length || b.entry.id - a.entry.id);
  const own = sort(name).filter(({ unmet }) => unmet.length > 0);
  const others = name === nameless ? [] : sort(nameless).slice(0, 1);
  for (const { unmet } of others) unmet.unshift(`name: expected "${name}", got none`);
  return [...own.slice(0, maxNearest), ...others].map(
    ({ entry, unmet }) => `Request ${entry.id}: ${describeEntry(entry)}; ${unmet.join('; ')}.`,
  );
}

/** Describes the lack of requests under a name, with the other names that requests have had. */
export function describeNoRequests({ journal, name, since, afterId }: Section): string[] {
  const byName = Map.groupBy(journal.list({ after: afterId }), (one) => one.name ?? 'no name');
  const others = [...byName].slice(-maxNames).map(([other, entries]) => {
    const last = entries.at(-1);
    return `${other} (${last?.key ?? last?.path})`;
  });
  return [
    `No request has come under the name "${name}" since ${since}. Other names: ${others.join(', ') || 'none'}.`,
    'If that is right, call allowNoRequests(), or add noRequests=true to the URL.',
  ];
}
