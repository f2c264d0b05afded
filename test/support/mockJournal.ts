import { inject, vi } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journal.ts';

/** The submissions to a brief that have reached the mock, oldest first. */
export async function submissionsTo(briefId: string): Promise<JournalEntry[]> {
  const query = new URLSearchParams({ operation: 'submitFeedback', key: briefId });
  const answer = await fetch(`${inject('mockUrl')}/mock/journal?${query}`);
  const { entries } = (await answer.json()) as { entries: JournalEntry[] };
  return entries;
}

/** Waits until a submission to the brief has arrived, and gives it. */
export function arrivedSubmission(briefId: string): Promise<JournalEntry> {
  return vi.waitFor(
    async () => {
      const [entry] = await submissionsTo(briefId);
      if (!entry) throw new Error(`No submission to ${briefId} has arrived.`);
      return entry;
    },
    { timeout: 10_000 },
  );
}
