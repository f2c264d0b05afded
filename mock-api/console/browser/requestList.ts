import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { JournalChanges } from '../consoleEvents.ts';
import { byId } from './element.ts';
import { createEntryRows } from './entryRows.ts';

type Filter = Record<'key' | 'subscriber' | 'operation', string>;

/** Creates the list of requests, newest first, filtered by the form above it. */
export function createRequestList() {
  const entries = new Map<number, JournalEntry>();
  const form = byId('filters', HTMLFormElement);
  const count = byId('count', HTMLOutputElement);
  const clear = byId('clear', HTMLButtonElement);
  const rows = createEntryRows(render);
  let dropped = 0;
  let isConnected = false;
  let frame: number | undefined;

  applyLink();
  form.addEventListener('input', render);
  form.addEventListener('submit', (event) => event.preventDefault());
  clear.addEventListener('click', clearShown);

  /** Fills in the filters of a link: `?operation=submitFeedback&key=anna`. */
  function applyLink() {
    for (const [name, value] of new URLSearchParams(location.search)) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
        field.value = value;
      }
    }
  }

  /** Renders several changes at once, and none while the page is in the background. */
  function renderSoon() {
    frame ??= requestAnimationFrame(render);
  }

  function render() {
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    const shown = findShown();
    rows.render(shown);
    if (isConnected) showCount(shown.length);
    clear.textContent = isFiltered() ? 'Clear these requests' : 'Clear the journal';
    clear.disabled = shown.length === 0;
  }

  /** Newest first. */
  function findShown(): JournalEntry[] {
    const filter = currentFilter();
    const all = [...entries.values()].reverse();
    return isFiltered() ? all.filter((entry) => matches(entry, filter)) : all;
  }

  async function clearShown() {
    const ids = findShown().map(({ id }) => id);
    const requests = ids.length === 1 ? '1 request' : `${ids.length} requests`;
    const question = isFiltered()
      ? `Remove the ${requests} shown from the journal?`
      : `Remove all ${requests} from the journal?`;
    if (!confirm(question)) return;
    await fetch('/mock/journal/clear', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids }),
    });
  }

  function currentFilter(): Filter {
    const data = new FormData(form);
    const field = (name: string) =>
      String(data.get(name) ?? '')
        .trim()
        .toLowerCase();
    return { key: field('key'), subscriber: field('subscriber'), operation: field('operation') };
  }

  function isFiltered(): boolean {
    return Object.values(currentFilter()).some((text) => text !== '');
  }

  function showCount(shownCount: number) {
    const all = `${entries.size} ${entries.size === 1 ? 'request' : 'requests'}`;
    const shown = shownCount === entries.size ? all : `${shownCount} of ${all}`;
    const older = dropped === 0 ? '' : ` ${dropped} older ones were dropped.`;
    const text = entries.size === 0 ? 'No requests yet.' : `${shown}.${older}`;
    if (count.value !== text) count.value = text;
  }

  return {
    /** Shows exactly these entries. */
    replace(all: readonly JournalEntry[]) {
      entries.clear();
      for (const entry of all) entries.set(entry.id, entry);
      isConnected = true;
      renderSoon();
    },
    /** Removes all entries but those with these ids. */
    keep(ids: readonly number[]) {
      const kept = new Set(ids);
      for (const id of entries.keys()) if (!kept.has(id)) entries.delete(id);
      renderSoon();
    },
    /** Adds new entries, updates changed ones and removes others. */
    merge(changes: JournalChanges) {
      for (const entry of changes.entries) entries.set(entry.id, entry);
      for (const id of changes.removed) entries.delete(id);
      renderSoon();
    },
    setDropped(total: number) {
      dropped = total;
      renderSoon();
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
