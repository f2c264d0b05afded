import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { ConsoleState } from '../consoleEvents.ts';
import { byId } from './element.ts';
import { renderEntry } from './renderEntry.ts';

interface Row {
  entry: JournalEntry;
  item: HTMLLIElement;
}

type Filter = Record<'key' | 'subscriber' | 'operation', string>;

/** Creates the list of requests, newest first, filtered by the form above it. */
export function createRequestList() {
  const rows = new Map<number, Row>();
  const list = byId('entries', HTMLOListElement);
  const form = byId('filters', HTMLFormElement);
  const count = byId('count', HTMLOutputElement);
  let dropped = 0;

  form.addEventListener('input', applyFilter);
  form.addEventListener('submit', (event) => event.preventDefault());
  byId('clear', HTMLButtonElement).addEventListener('click', () =>
    fetch('/mock/journal/clear', { method: 'POST' }),
  );

  function replace(entries: readonly JournalEntry[]) {
    const ids = new Set(entries.map(({ id }) => id));
    for (const id of rows.keys()) if (!ids.has(id)) remove(id);
    merge(entries);
  }

  function merge(entries: readonly JournalEntry[]) {
    const filter = currentFilter();
    const added: HTMLLIElement[] = [];
    for (const entry of entries) {
      const row = rows.get(entry.id);
      if (row && JSON.stringify(row.entry) === JSON.stringify(entry)) continue;
      const item = renderEntry(entry, row?.item);
      item.hidden = !matches(entry, filter);
      rows.set(entry.id, { entry, item });
      if (!row) added.unshift(item);
    }
    list.prepend(...added);
    showCount();
  }

  function remove(id: number) {
    rows.get(id)?.item.remove();
    rows.delete(id);
  }

  function applyFilter() {
    const filter = currentFilter();
    for (const { entry, item } of rows.values()) item.hidden = !matches(entry, filter);
    showCount();
  }

  function currentFilter(): Filter {
    const data = new FormData(form);
    const field = (name: string) =>
      String(data.get(name) ?? '')
        .trim()
        .toLowerCase();
    return { key: field('key'), subscriber: field('subscriber'), operation: field('operation') };
  }

  function showCount() {
    const visible = [...rows.values()].filter(({ item }) => !item.hidden).length;
    const all = `${rows.size} ${rows.size === 1 ? 'request' : 'requests'}`;
    const shown = visible === rows.size ? all : `${visible} of ${all}`;
    const older = dropped === 0 ? '' : ` ${dropped} older ones were dropped.`;
    const text = rows.size === 0 ? 'No requests yet.' : `${shown}.${older}`;
    if (count.value !== text) count.value = text;
  }

  return {
    /** Shows exactly these entries. */
    replace,
    /** Adds new entries and updates changed ones. */
    merge,
    /** Removes the rows of entries that the journal has dropped. */
    setLimits(state: ConsoleState) {
      dropped = state.dropped;
      const oldestFirst = [...rows.keys()].sort((a, b) => a - b);
      const surplus = Math.max(0, rows.size - state.kept);
      for (const id of oldestFirst.slice(0, surplus)) remove(id);
      showCount();
    },
    showDisconnected() {
      count.value = 'The connection to the mock was lost. Reconnecting …';
    },
  };
}

function matches({ key, subscriber, operation }: JournalEntry, filter: Filter) {
  const includes = (value: string | undefined, text: string) =>
    text === '' || (value?.toLowerCase().includes(text) ?? false);
  return (
    includes(key, filter.key) &&
    includes(subscriber, filter.subscriber) &&
    (filter.operation === '' || operation?.toLowerCase() === filter.operation)
  );
}
