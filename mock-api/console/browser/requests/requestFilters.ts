import type { JournalEntry } from '../../../journal/journalEntry.ts';
import type { ConsoleParam, ConsoleParams } from '../useConsoleParams.ts';

const filterParams = ['text', 'key', 'subscriber', 'operation', 'status', 'violations'] as const;

/** Empty values select everything. */
export type RequestFilters = Record<'suffix' | (typeof filterParams)[number], string>;

/** The parameters of a link to the requests. */
export const requestParams: readonly ConsoleParam[] = [...filterParams, 'entry'];

/** Values of the filter `status`, besides a status. */
export const statusClasses = {
  '2xx': '2xx',
  '3xx': '3xx',
  '4xx': '4xx',
  '5xx': '5xx',
  incomplete: 'not completed',
};

export function readFilters({ get }: ConsoleParams, suffix: string): RequestFilters {
  const values = filterParams.map((name) => [name, get(name)]);
  return { suffix, ...Object.fromEntries(values) };
}

export function isFiltered(filters: RequestFilters): boolean {
  return Object.values(filters).some((value) => value.trim() !== '');
}

/** The entries that meet all filters. Texts are compared regardless of case. */
export function filterEntries(
  entries: readonly JournalEntry[],
  filters: RequestFilters,
): readonly JournalEntry[] {
  if (!isFiltered(filters)) return entries;
  const { suffix, violations, operation } = filters;
  const status = filters.status.toLowerCase();
  const key = filters.key.trim().toLowerCase();
  const subscriber = filters.subscriber.trim().toLowerCase();
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (suffix === '' || entry.suffix === suffix) &&
      (violations === '' || entry.violations.length > 0) &&
      (operation === '' || entry.operation === operation) &&
      (status === '' || matchesStatus(entry, status)) &&
      (key === '' || includes(entry.key, key)) &&
      (subscriber === '' || includes(entry.subscriber, subscriber)) &&
      (words.length === 0 || words.every((word) => searchTextOf(entry).includes(word))),
  );
}

function includes(value: string | undefined, text: string): boolean {
  return value?.toLowerCase().includes(text) ?? false;
}

function matchesStatus({ status, outcome }: JournalEntry, expected: string): boolean {
  if (expected === 'incomplete') return outcome !== 'completed' && outcome !== 'pending';
  if (status === undefined) return false;
  return expected.endsWith('xx') ? String(status)[0] === expected[0] : String(status) === expected;
}

const searchTexts = new WeakMap<JournalEntry, string>();

/** Everything in an entry that a tester may search for, in lower case. */
function searchTextOf(entry: JournalEntry): string {
  const known = searchTexts.get(entry);
  if (known !== undefined) return known;
  const { method, path, operation, key, scenario, subscriber, status, outcome, reason } = entry;
  const text = [
    ...[method, path, operation, key, scenario, subscriber, status, outcome, reason],
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
