import type { JournalFilter } from '../journal/journalFilter.ts';
import { builtInScenarioSet } from '../scenarios/findScenario.ts';

interface FilterParser {
  /** Returns undefined for an invalid value. */
  parse(text: string): string | number | boolean | undefined;
  expected: string;
}

const text: FilterParser = { parse: (value) => value, expected: 'one value' };
const wholeNumber: FilterParser = {
  parse: (value) => (/^\d{1,12}$/.test(value) ? Number(value) : undefined),
  expected: 'a whole number',
};

const parsers = {
  operation: text,
  key: text,
  suffix: text,
  subscriber: text,
  // Entries contain the current id of a scenario, even if its former id selected it.
  scenario: { parse: (id) => builtInScenarioSet.find(id)?.id ?? id, expected: 'one value' },
  status: wholeNumber,
  after: wholeNumber,
  ended: {
    parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
    expected: 'true or false',
  },
} satisfies Record<keyof JournalFilter, FilterParser>;

export type ParsedFilter =
  | { kind: 'filter'; filter: JournalFilter }
  | { kind: 'invalid'; reason: string };

/**
 * Parses a filter from a query. An unknown name is an error, because ignoring it would match every
 * entry.
 */
export function parseJournalFilter(query: Readonly<Record<string, unknown>>): ParsedFilter {
  const filter: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query)) {
    if (!Object.hasOwn(parsers, name)) {
      const known = Object.keys(parsers).join(', ');
      return { kind: 'invalid', reason: `Unknown filter "${name}": expected one of ${known}.` };
    }
    const { parse, expected } = parsers[name as keyof JournalFilter];
    const value = typeof given === 'string' ? parse(given) : undefined;
    if (value === undefined) {
      const reason = `Filter "${name}": expected ${expected}, got ${JSON.stringify(given)}.`;
      return { kind: 'invalid', reason };
    }
    filter[name] = value;
  }
  return { kind: 'filter', filter };
}
