import type { JournalFilter } from './journalFilter.ts';

type Reader = (text: string) => string | number | boolean | undefined;

const READERS = {
  operation: asText,
  key: asText,
  subscriber: asText,
  scenario: asText,
  status: asNumber,
  after: asNumber,
  ended: (text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
} satisfies Record<keyof JournalFilter, Reader>;

export type ReadFilter =
  | { kind: 'filter'; value: JournalFilter }
  | { kind: 'unreadable'; reason: string };

/** Reads a filter from a query. A name or value that means nothing is refused, never passed over. */
export function readJournalFilter(query: Readonly<Record<string, unknown>>): ReadFilter {
  const filter: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(query)) {
    if (!Object.hasOwn(READERS, name)) {
      const known = Object.keys(READERS).join(', ');
      return { kind: 'unreadable', reason: `There is no filter "${name}". There are ${known}.` };
    }
    const value = typeof text === 'string' ? READERS[name as keyof JournalFilter](text) : undefined;
    if (value === undefined) {
      return { kind: 'unreadable', reason: `The filter "${name}" has an unreadable value.` };
    }
    filter[name] = value;
  }
  return { kind: 'filter', value: filter };
}

function asText(text: string): string {
  return text;
}

function asNumber(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
