import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import { createFuzzedMockRequest } from './createFuzzedMockRequest.ts';
import { createRandom } from './random.ts';
import { sendBytes } from './sendBytes.ts';

/**
 * Sends malformed requests to a mock and examines its journal. A problem is a request without a response, a
 * 5xx that neither a scenario nor a `Prefer` header selected or that is not in the journal, and an entry
 * without a valid time or with an id that does not follow the previous one.
 */
export async function fuzzMock(
  { port, journal }: RunningMock,
  { total, seed }: { total: number; seed: number },
): Promise<{ problems: string[]; recordedCount: number }> {
  const random = createRandom(seed);
  const problems: string[] = [];
  const entriesById = new Map<number, JournalEntry>();
  const incomplete = new Set<number>();
  let onComplete = () => {};
  const unsubscribe = journal.onChange((entry) => {
    entriesById.set(entry.id, entry);
    if (entry.durationMs === undefined) incomplete.add(entry.id);
    else incomplete.delete(entry.id);
    if (incomplete.size === 0) onComplete();
  });
  let sent = 0;
  let errorCount = 0;
  const worker = async () => {
    while (sent < total) {
      sent += 1;
      const outcome = await sendBytes(port, createFuzzedMockRequest(random));
      if (outcome.kind === 'timed out') problems.push('a request timed out');
      if (outcome.kind === 'responded') {
        errorCount += outcome.statuses.filter((status) => status >= 500).length;
      }
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  // The journal completes an entry shortly after its response has been sent.
  if (incomplete.size > 0) {
    await new Promise<void>((resolve) => {
      onComplete = resolve;
    });
  }
  unsubscribe();

  const entries = [...entriesById.values()].sort((a, b) => a.id - b.id);
  const firstId = entries[0]?.id ?? 1;
  for (const [index, entry] of entries.entries()) {
    const { id, at, status = 0, scenario, example } = entry;
    const isUnexpected = status >= 500 && !scenario && example !== 'serverError';
    const isInvalid = id !== firstId + index || !Date.parse(at);
    if (isUnexpected || isInvalid) problems.push(JSON.stringify(entry));
  }
  const recordedErrors = entries.filter(
    ({ status = 0, outcome }) => status >= 500 && outcome === 'completed',
  );
  if (errorCount !== recordedErrors.length) {
    problems.push(`${errorCount} 5xx responses, of which ${recordedErrors.length} are recorded`);
  }
  return { problems, recordedCount: entries.length };
}
