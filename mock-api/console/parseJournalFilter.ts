import type { Contract } from '../contract/contract.ts';
import { requestOutcomes } from '../journal/journalEntry.ts';
import {
  fieldSources,
  type JournalFilter,
  parsePattern,
  type TextMatcher,
} from '../journal/journalFilter.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';

interface FilterParser {
  /** Returns undefined for an invalid value. */
  parse(text: string): string | number | boolean | undefined;
  expected: string;
}

// No request has an empty value, which may be that of a variable without one.
const text: FilterParser = { parse: (value) => value || undefined, expected: 'one value' };
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
  scenario: text,
  method: { parse: (value) => value.toUpperCase() || undefined, expected: 'one value' },
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
  ended: flag,
  violations: flag,
} satisfies Record<Exclude<keyof JournalFilter, (typeof fieldSources)[number]>, FilterParser>;

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~]?)$`);

export type ParsedFilter =
  | { kind: 'filter'; filter: JournalFilter }
  | { kind: 'invalid'; reason: string };

/**
 * Parses a filter from a query. What no request can have is an error, because the number of such requests is
 * always 0: an unknown operation, or a field that is in no body of the contract.
 */
export function parseJournalFilter(
  query: Readonly<Record<string, unknown>>,
  contract: Contract,
): ParsedFilter {
  const filter: Record<string, unknown> = {};
  const fields = new Map<string, Map<string, TextMatcher>>();
  const invalid = (reason: string): ParsedFilter => ({ kind: 'invalid', reason });
  for (const [name, given] of Object.entries(query)) {
    const [, source, path = '', operator = ''] = fieldPattern.exec(name) ?? [];
    if (source !== undefined) {
      const matcher = typeof given === 'string' ? parseMatcher(operator, given) : undefined;
      const matchers = fields.get(source) ?? new Map<string, TextMatcher>();
      const known = matchers.get(path);
      const isRepeated = known !== undefined && typeof matcher !== typeof known;
      if (matcher === undefined || isRepeated) {
        const expected = operator === '~' ? 'a regular expression such as /^hello/i' : 'one value';
        return invalid(`Filter "${name}": expected ${expected}.`);
      }
      const added = typeof matcher === 'object' ? Object.assign({}, known, matcher) : matcher;
      fields.set(source, matchers.set(path, added));
      continue;
    }
    if (!Object.hasOwn(parsers, name)) {
      const known = [...Object.keys(parsers), ...fieldSources.map((one) => `${one}.NAME`)];
      return invalid(`Unknown filter "${name}": expected one of ${known.join(', ')}.`);
    }
    const { parse, expected } = parsers[name as keyof typeof parsers];
    const value = typeof given === 'string' ? parse(given) : undefined;
    if (value === undefined) {
      return invalid(`Filter "${name}": expected ${expected}, got ${JSON.stringify(given)}.`);
    }
    filter[name] = value;
  }
  for (const [source, matchers] of fields) filter[source] = Object.fromEntries(matchers);
  const reason = findImpossible(filter, contract);
  return reason ? invalid(reason) : { kind: 'filter', filter };
}

/** @param operator `*` for a part of the text, `~` for a regular expression */
function parseMatcher(operator: string, text: string): TextMatcher | undefined {
  if (operator === '') return text;
  if (operator === '*') return { contains: text };
  return parsePattern(text) && { matches: text };
}

function findImpossible(
  { operation, body = {} }: JournalFilter,
  contract: Contract,
): string | undefined {
  const ids = contract.operations.map(({ id }) => id);
  if (operation !== undefined && !ids.includes(operation)) {
    return `Filter "operation": expected one of ${ids.join(', ')}, got "${operation}".`;
  }
  const operations = contract.operations.filter(({ id }) => !operation || id === operation);
  for (const path of Object.keys(body)) {
    const problem = describeUnknownField(contract, operations, path);
    if (problem !== undefined) return `Filter "body.${path}": ${problem}.`;
  }
  return undefined;
}
