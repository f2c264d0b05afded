import { inject } from 'vitest';
import type { JournalEntry } from '../../../mock-api/journal/journalEntry.ts';
import { waitFor } from '../waitFor.ts';

/** The recorded submissions to a brief, oldest first. */
export async function submissionsTo(briefId: string): Promise<JournalEntry[]> {
  const query = new URLSearchParams({ operation: 'submitFeedback', key: briefId });
  const response = await fetch(`${inject('mockUrl')}/mock/journal?${query}`);
  const { entries } = (await response.json()) as { entries: JournalEntry[] };
  return entries;
}

/** Waits for a submission to a brief. */
export function arrivedSubmission(briefId: string): Promise<JournalEntry> {
  return waitFor(async () => {
    const [entry] = await submissionsTo(briefId);
    if (!entry) throw new Error(`No submission to ${briefId} was recorded.`);
    return entry;
  });
}
