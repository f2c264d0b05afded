import type { JournalEntry } from '../../../journal/journalEntry.ts';

/** The status, `…` while there is none, or how the request ended without a complete response. */
export function formatStatus({ status, outcome }: JournalEntry): string {
  const isIncomplete = outcome !== 'completed' && outcome !== 'pending';
  return isIncomplete ? outcome : String(status ?? '…');
}

/** `40 ms`, `3.0 s` */
export function formatDuration(durationMs: number): string {
  return durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

// Creating a formatter takes longer than rendering a row.
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** Local time: `09:05:01.042`. */
export function formatTime(at: string): string {
  return timeFormat.format(new Date(at));
}
