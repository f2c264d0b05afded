import type { JournalEntry } from '../../../journal/journalEntry.ts';

/**
 * Resolves to an entry of the section `scenarios` of the data file that responds as to this request.
 * @throws {Error} with the reason if there is none
 */
export async function fetchScenario({ id }: JournalEntry): Promise<string> {
  const response = await fetch(`/mock/journal/${id}/scenario.yaml`).catch(() => undefined);
  if (response?.ok) return response.text();
  const { detail } = (await response?.json().catch(() => undefined)) ?? {};
  throw new Error(detail ?? 'The mock did not respond.');
}
