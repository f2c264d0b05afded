import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { ConsoleParam, ConsoleParams } from '../useConsoleParams.ts';

/** Those that `name:value` selects, in the order in which they are offered. */
export const filterNames = ['operation', 'status', 'key', 'scenario', 'violations'] as const;

export type FilterName = (typeof filterNames)[number];

/** Empty values select everything. */
export type RequestFilters = Record<'suffix' | 'text' | FilterName, string>;

/** The parameters of a link to the requests. */
export const requestParams: readonly ConsoleParam[] = ['text', ...filterNames, 'entry'];

/** The values of an entry that each filter compares, regardless of case. */
const valuesOf: Record<FilterName, (entry: JournalEntry) => (string | undefined)[]> = {
  operation: ({ operation }) => [operation],
  status: ({ status, outcome }) => [
    ...(status === undefined ? [] : [`${String(status)[0]}xx`, String(status)]),
    ...(outcome === 'completed' || outcome === 'pending' ? [] : ['incomplete']),
  ],
  key: ({ key }) => [key],
  scenario: ({ scenario }) => [scenario],
  violations: ({ violations }) => [String(violations.length > 0)],
};

export function readFilters({ get }: ConsoleParams, suffix: string): RequestFilters {
  const values = [...filterNames, 'text' as const].map((name) => [name, get(name)]);
  return { suffix, ...Object.fromEntries(values) };
}

export function isFiltered(filters: Partial<RequestFilters>): boolean {
  return Object.values(filters).some((value) => value.trim() !== '');
}

const tokenPattern = new RegExp(`^(${filterNames.join('|')}):(.*)$`);

/** The filter that a word such as `status:4xx` means. */
export function parseToken(word: string): { name: FilterName; value: string } | undefined {
  const [, name, value] = tokenPattern.exec(word) ?? [];
  return value === undefined ? undefined : { name: name as FilterName, value };
}

/** The entries that meet all filters. Of the text, all words must be in an entry; unfinished tokens do not count. */
export function filterEntries(
  entries: readonly JournalEntry[],
  filters: RequestFilters,
): readonly JournalEntry[] {
  if (!isFiltered(filters)) return entries;
  const { suffix } = filters;
  const words = filters.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !parseToken(word));
  return entries.filter(
    (entry) =>
      (suffix === '' || entry.name === suffix) &&
      filterNames.every((name) => hasValue(entry, name, filters[name])) &&
      words.every((word) => searchTextOf(entry).includes(word)),
  );
}

function hasValue(entry: JournalEntry, name: FilterName, wanted: string): boolean {
  const text = wanted.trim().toLowerCase();
  if (text === '') return true;
  return valuesOf[name](entry).some((value = '') =>
    // A part of a key is enough, such as its suffix.
    name === 'key' ? value.toLowerCase().includes(text) : value.toLowerCase() === text,
  );
}

export interface Suggestion {
  value: string;
  /** The number of entries that it selects. */
  count: number;
}

const maxSuggestions = 8;

/**
 * The most frequent values of a filter that begin with a text or, for a key, contain it. The text
 * itself is first.
 */
export function suggestValues(
  entries: readonly JournalEntry[],
  name: FilterName,
  typed: string,
): Suggestion[] {
  const text = typed.toLowerCase();
  const isPartial = name === 'key';
  const counts = new Map<string, number>();
  for (const entry of entries) {
    for (const value of valuesOf[name](entry)) {
      const index = value?.toLowerCase().indexOf(text) ?? -1;
      if (value === undefined || index < 0 || (index > 0 && !isPartial)) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  const count = entries.filter((entry) => hasValue(entry, name, typed)).length;
  const isTypedOffered = text !== '' && (isPartial || counts.has(typed));
  counts.delete(typed);
  const suggestions = [...counts].map(([value, count]) => ({ value, count }));
  return [
    ...(isTypedOffered ? [{ value: typed, count }] : []),
    ...suggestions.sort((a, b) => b.count - a.count),
  ].slice(0, maxSuggestions);
}

const searchTexts = new WeakMap<JournalEntry, string>();

/** Everything in an entry that a tester may search for, in lower case. */
function searchTextOf(entry: JournalEntry): string {
  const known = searchTexts.get(entry);
  if (known !== undefined) return known;
  const { method, path, operation, key, scenario, status, outcome, reason } = entry;
  const text = [
    ...[method, path, operation, key, scenario, status, outcome, reason],
    entry.forwardedTo,
    JSON.stringify(entry.body),
    entry.responseBody,
    ...entry.violations.map(({ message }) => message),
  ]
    .join('\n')
    .toLowerCase();
  searchTexts.set(entry, text);
  return text;
}
