import type { Contract } from '../contract/index.ts';
import {
  FilterError,
  fieldSources,
  type JournalFilter,
  parsePattern,
  singleFilters,
  type TextMatcher,
} from '../journal/journalFilter.ts';
import { describeUnknownField } from '../scenarios/bodyFields.ts';

const fieldPattern = new RegExp(`^(${fieldSources.join('|')})\\.(.+?)([*~]?)$`);

/**
 * Parses a filter from a query. What no request can have is an error, because the number of such requests is
 * always 0: an unknown operation, or a field that is in no body of the contract.
 * @throws {FilterError}
 */
export function parseJournalFilter(
  query: Readonly<Record<string, unknown>>,
  contract: Contract,
): JournalFilter {
  const filter: Record<string, unknown> = {};
  const fields = new Map<string, Map<string, TextMatcher>>();
  for (const [name, given] of Object.entries(query)) {
    const [, source, path = '', operator = ''] = fieldPattern.exec(name) ?? [];
    if (source !== undefined) {
      const matcher = typeof given === 'string' ? parseMatcher(operator, given) : undefined;
      const matchers = fields.get(source) ?? new Map<string, TextMatcher>();
      const known = matchers.get(path);
      const isRepeated = known !== undefined && typeof matcher !== typeof known;
      if (matcher === undefined || isRepeated) {
        const expected = operator === '~' ? 'a regular expression such as /^hello/i' : 'one value';
        throw new FilterError(`Filter "${name}": expected ${expected}.`);
      }
      const added = typeof matcher === 'object' ? Object.assign({}, known, matcher) : matcher;
      fields.set(source, matchers.set(path, added));
      continue;
    }
    if (!Object.hasOwn(singleFilters, name)) {
      const known = [...Object.keys(singleFilters), ...fieldSources.map((one) => `${one}.NAME`)];
      throw new FilterError(`Unknown filter "${name}": expected one of ${known.join(', ')}.`);
    }
    const { parse, expected } = singleFilters[name as keyof typeof singleFilters];
    const value = typeof given === 'string' ? parse(given) : undefined;
    if (value === undefined) {
      throw new FilterError(
        `Filter "${name}": expected ${expected}, got ${JSON.stringify(given)}.`,
      );
    }
    filter[name] = value;
  }
  for (const [source, matchers] of fields) filter[source] = Object.fromEntries(matchers);
  rejectImpossible(filter, contract);
  return filter;
}

/** @param operator `*` for a part of the text, `~` for a regular expression */
function parseMatcher(operator: string, text: string): TextMatcher | undefined {
  if (operator === '') return text;
  if (operator === '*') return { contains: text };
  return parsePattern(text) && { matches: text };
}

function rejectImpossible({ operation, body = {} }: JournalFilter, contract: Contract): void {
  const operations = contract.operations.filter(({ id }) => !operation || id === operation);
  if (operations.length === 0) {
    const ids = contract.operations.map(({ id }) => id).join(', ');
    throw new FilterError(`Filter "operation": expected one of ${ids}, got "${operation}".`);
  }
  for (const path of Object.keys(body)) {
    const problem = describeUnknownField(contract, operations, path);
    if (problem !== undefined) throw new FilterError(`Filter "body.${path}": ${problem}.`);
  }
}
