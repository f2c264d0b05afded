import type { JournalEntry } from '../journal/journal.ts';
import { byId } from './element.ts';
import type { ConsoleState } from './events.ts';
import { renderEntry } from './renderEntry.ts';

interface Row {
  entry: JournalEntry;
  item: HTMLLIElement;
}

/** The list of requests: newest first, filtered by what the form above it holds. */
export function createRequestList() {
  const rows = new Map<number, Row>();
  const place = byId('entries', HTMLOListElement);
  const form = byId('filters', HTMLFormElement);
  const count = byId('count', HTMLOutputElement);
  let dropped = 0;

  form.addEventListener('input', applyFilters);
  form.addEventListener('submit', (event) => event.preventDefault());
  byId('clear', HTMLButtonElement).addEventListener('click', () =>
    fetch('/mock/journal/clear', { method: 'POST' }),
  );

  function replace(entries: readonly JournalEntry[]) {
    const known = new Set(entries.map(({ id }) => id));
    for (const id of rows.keys()) if (!known.has(id)) remove(id);
    merge(entries);
  }

  function merge(entries: readonly JournalEntry[]) {
    const filter = currentFilter();
    const fresh: HTMLLIElement[] = [];
    for (const entry of entries) {
      const row = rows.get(entry.id);
      if (row && JSON.stringify(row.entry) === JSON.stringify(entry)) continue;
      const item = renderEntry(entry, row?.item);
      item.hidden = !matches(entry, filter);
      rows.set(entry.id, { entry, item });
      if (!row) fresh.unshift(item);
    }
    place.prepend(...fresh);
    showCount();
  }

  function remove(id: number) {
    rows.get(id)?.item.remove();
    rows.delete(id);
  }

  function applyFilters() {
    const filter = currentFilter();
    for (const { entry, item } of rows.values()) item.hidden = !matches(entry, filter);
    showCount();
  }

  function currentFilter() {
    const fields = new FormData(form);
    const field = (name: string) =>
      String(fields.get(name) ?? '')
        .trim()
        .toLowerCase();
    return { key: field('key'), subscriber: field('subscriber'), operation: field('operation') };
  }

  function showCount() {
    const shown = [...rows.values()].filter(({ item }) => !item.hidden).length;
    const all = `${rows.size} ${rows.size === 1 ? 'request' : 'requests'}`;
    const some = shown === rows.size ? all : `${shown} of ${all}`;
    const lost = dropped === 0 ? '' : ` ${dropped} older ones had to make room.`;
    const text = rows.size === 0 ? 'No requests yet.' : `${some}.${lost}`;
    if (count.value !== text) count.value = text;
  }

  return {
    replace,
    merge,
    setBounds(state: ConsoleState) {
      dropped = state.dropped;
      const oldestFirst = [...rows.keys()].sort((a, b) => a - b);
      const surplus = Math.max(0, rows.size - state.kept);
      for (const id of oldestFirst.slice(0, surplus)) remove(id);
      showCount();
    },
    setConnected(connected: boolean) {
      if (!connected) count.value = 'The mock cannot be reached. Trying again …';
    },
  };
}

function matches(entry: JournalEntry, filter: Record<'key' | 'subscriber' | 'operation', string>) {
  const holds = (value: string | undefined, wanted: string) =>
    wanted === '' || (value?.toLowerCase().includes(wanted) ?? false);
  return (
    holds(entry.key, filter.key) &&
    holds(entry.subscriber, filter.subscriber) &&
    (filter.operation === '' || entry.operation?.toLowerCase() === filter.operation)
  );
}
