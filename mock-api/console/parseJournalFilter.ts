import { requestOutcomes } from '../journal/journalEntry.ts';
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
const flag: FilterParser = {
  parse: (value) => (value === 'true' || value === 'false' ? value === 'true' : undefined),
  expected: 'true or false',
};

const parsers = {
  operation: text,
  key: text,
  suffix: text,
  subscriber: text,
  // Entries contain the current id of a scenario, even if its former id selected it.
  scenario: { parse: (id) => builtInScenarioSet.find(id)?.id ?? id, expected: 'one value' },
  method: { parse: (value) => value.toUpperCase(), expected: 'one value' },
  path: text,
  status: {
    parse: (value) =>
      /^[1-5]xx$/.test(value) ? value : /^[1-5]\d\d$/.test(value) ? Number(value) : undefined,
    expected: 'a status or a class such as 4xx',
  },
  outcome: {
    parse: (value) => requestOutcomes.find((outcome) => outcome === value),
    expected: `one of ${requestOutcomes.join(', ')}`,
  },
  after: wholeNumber,
  since: {
    parse: (value) =>
      /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined,
    expected: 'a date such as 2026-01-31T12:00:00Z',
  },
  text,
  ended: flag,
  violations: flag,
} satisfies Record<Exclude<keyof JournalFilter, 'body'>, FilterParser>;

const bodyField = /^body\.(.+)$/;

export type ParsedFilter =
  | { kind: 'filter'; filter: JournalFilter }
  | { kind: 'invalid'; reason: string };

/**
 * Parses a filter from a query. An unknown name is an error, because ignoring it would match every
 * entry.
 */
export function parseJournalFilter(query: Readonly<Record<string, unknown>>): ParsedFilter {
  const filter: Record<string, unknown> = {};
  const body = new Map<string, string>();
  for (const [name, given] of Object.entries(query)) {
    const [, field] = bodyField.exec(name) ?? [];
    if (field !== undefined && typeof given === 'string') {
      body.set(field, given);
      continue;
    }
    if (field !== undefined) {
      return { kind: 'invalid', reason: `Filter "${name}": expected one value.` };
    }
    if (!Object.hasOwn(parsers, name)) {
      const known = [...Object.keys(parsers), 'body.FIELD'].join(', ');
      return { kind: 'invalid', reason: `Unknown filter "${name}": expected one of ${known}.` };
    }
    const { parse, expected } = parsers[name as keyof typeof parsers];
    const value = typeof given === 'string' ? parse(given) : undefined;
    if (value === undefined) {
      const reason = `Filter "${name}": expected ${expected}, got ${JSON.stringify(given)}.`;
      return { kind: 'invalid', reason };
    }
    filter[name] = value;
  }
  if (body.size > 0) filter.body = Object.fromEntries(body);
  return { kind: 'filter', filter };
}
