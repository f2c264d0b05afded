import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import { createFuzzedMockRequest } from './createFuzzedMockRequest.ts';
import { createRandom } from './random.ts';
import { sendBytes } from './sendBytes.ts';

interface FuzzMockOptions {
  /** The number of requests to send. */
  total: number;
  seed: number;
  connectionCount?: number;
}

interface FuzzMockResult {
  /**
   * The number of responses by status, and of connections that closed or timed out without a
   * response.
   */
  outcomes: Map<string, number>;
  /** Requests in the journal. */
  recordedCount: number;
  /** 5xx responses that neither a scenario nor a `Prefer` header selected. */
  unexpectedErrors: JournalEntry[];
  /** 5xx responses that are not in the journal, because the mock's console sent them. */
  unrecordedErrorCount: number;
  /** Journal entries without a valid time, or with an id that does not follow the previous one. */
  invalidEntryCount: number;
}

/** Sends malformed requests to a mock on several connections and examines its journal. */
export async function fuzzMock(
  { port, journal }: RunningMock,
  { total, seed, connectionCount = 32 }: FuzzMockOptions,
): Promise<FuzzMockResult> {
  const random = createRandom(seed);
  const outcomes = new Map<string, number>();
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
  const count = (key: string) => outcomes.set(key, (outcomes.get(key) ?? 0) + 1);

  const worker = async () => {
    while (sent < total) {
      sent += 1;
      const outcome = await sendBytes(port, createFuzzedMockRequest(random));
      if (outcome.kind === 'responded') for (const status of outcome.statuses) count(`${status}`);
      else count(outcome.kind);
    }
  };
  await Promise.all(Array.from({ length: connectionCount }, worker));
  // The journal completes an entry shortly after its response has been sent.
  if (incomplete.size > 0) {
    await new Promise<void>((resolve) => {
      onComplete = resolve;
    });
  }
  unsubscribe();

  const entries = [...entriesById.values()].sort((a, b) => a.id - b.id);
  const firstId = entries[0]?.id ?? 1;
  const sentErrorCount = [...outcomes]
    .filter(([key]) => Number(key) >= 500)
    .reduce((sum, [, times]) => sum + times, 0);
  const recordedErrors = entries.filter(
    ({ status = 0, outcome }) => status >= 500 && outcome === 'completed',
  );
  return {
    outcomes,
    recordedCount: entries.length,
    unexpectedErrors: entries.filter(
      ({ status = 0, scenario, example }) =>
        status >= 500 && !scenario && example !== 'serverError',
    ),
    unrecordedErrorCount: sentErrorCount - recordedErrors.length,
    invalidEntryCount: entries.filter(({ id, at }, i) => id !== firstId + i || !Date.parse(at))
      .length,
  };
}
