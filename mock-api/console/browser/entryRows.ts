import type { JournalEntry } from '../../journal/journalEntry.ts';
import { byId, element } from './element.ts';
import { renderEntry } from './renderEntry.ts';

interface Row {
  entry: JournalEntry;
  item: HTMLLIElement;
}

const pageSize = 100;

/**
 * Renders the newest entries of a list as rows, and older ones when the user scrolls to the end. A row
 * that is open or has the focus stays.
 */
export function createEntryRows(onScroll: () => void) {
  const list = byId('entries', HTMLOListElement);
  const end = element('div', { 'aria-hidden': 'true' });
  list.after(end);
  const rows = new Map<number, Row>();
  let rowLimit = pageSize;

  new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting || rows.size < rowLimit) return;
    rowLimit += pageSize;
    onScroll();
  }).observe(end);
  new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) rowLimit = pageSize;
  }).observe(byId('count', HTMLOutputElement));

  function renderRow(entry: JournalEntry): HTMLLIElement {
    const row = rows.get(entry.id);
    if (row?.entry === entry) return row.item;
    const item = renderEntry(entry, row?.item);
    rows.set(entry.id, { entry, item });
    return item;
  }

  function isInUse(id: number): boolean {
    const item = rows.get(id)?.item;
    return (
      item !== undefined &&
      (item.querySelector('details')?.open === true || item.contains(document.activeElement))
    );
  }

  return {
    /** Shows these entries in this order. */
    render(entries: readonly JournalEntry[]) {
      const shown = entries.filter(({ id }, i) => i < rowLimit || isInUse(id));
      const ids = new Set(shown.map(({ id }) => id));
      for (const [id, { item }] of rows) {
        if (ids.has(id)) continue;
        item.remove();
        rows.delete(id);
      }
      let next = list.firstElementChild;
      for (const entry of shown) {
        const item = renderRow(entry);
        if (item === next) next = next.nextElementSibling;
        else list.insertBefore(item, next);
      }
    },
  };
}
