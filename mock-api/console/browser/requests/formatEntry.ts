import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** Returns the status, `…` while there is none, or the outcome of a request without a complete response. */
export function formatStatus({
  status,
  outcome,
}: Pick<JournalEntry, 'status' | 'outcome'>): string {
  const isIncomplete = outcome !== 'completed' && outcome !== 'pending';
  return isIncomplete ? outcome : String(status ?? '…');
}

/** Formats a duration: `40 ms`, `3.0 s`. */
export function formatDuration(durationMs: number): string {
  return durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

// Creating a formatter takes longer than rendering a row.
const timeFormat = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  // A column is too narrow for `AM`.
  hourCycle: 'h23',
});
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** Formats the local time of an ISO date: `09:05:01.042`. */
export function formatTime(at: string): string {
  return timeFormat.format(new Date(at));
}

/** Formats the local date and time in the reader's language. */
export function formatDate(at: string): string {
  return dateFormat.format(new Date(at));
}
