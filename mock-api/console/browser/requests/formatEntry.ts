import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** The status, `…` while there is none, or how the request ended without a complete response. */
export function formatStatus({ status, outcome }: JournalEntry): string {
  if (outcome === 'completed' || (outcome === 'pending' && status !== undefined))
    return String(status);
  return outcome === 'pending' ? '…' : outcome;
}

/** `40 ms`, `3.0 s` */
export function formatDuration(durationMs: number): string {
  return durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

// Creating a formatter takes longer than rendering a row.
const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** Local date and time in full. */
export function formatDate(at: string): string {
  return fullDate.format(new Date(at));
}

/** Local time: `09:05:01.042`. */
export function formatTime(at: string): string {
  const date = new Date(at);
  const time = date.toTimeString().slice(0, '09:05:01'.length);
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
