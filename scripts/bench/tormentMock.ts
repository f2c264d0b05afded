import type { JournalEntry } from '../../mock-api/journal/journal.ts';
import type { RunningMock } from '../../mock-api/startMock.ts';
import { malformedRequest } from './malformedRequest.ts';
import { createRandom } from './random.ts';
import { sendBytes } from './sendBytes.ts';

export interface Torment {
  /** How many answers had each status, and how many connections ended without one. */
  endings: Map<string, number>;
  /** Requests that the journal holds, and those among them that are not as they should be. */
  recorded: number;
  /** Answers of 5xx that no scenario and no `Prefer` asked for. */
  unforeseen: JournalEntry[];
  /** Answers of 5xx that are not in the journal: the mock's own pages gave them. */
  unrecorded: number;
  /** Entries that have no end, or whose id does not follow the one before. */
  damaged: number;
}

/** Sends malformed requests to a mock from several connections at once, and watches its journal. */
export async function tormentMock(
  { port, journal }: RunningMock,
  { total, seed, concurrent = 32 }: { total: number; seed: number; concurrent?: number },
): Promise<Torment> {
  const random = createRandom(seed);
  const endings = new Map<string, number>();
  const seen = new Map<number, JournalEntry>();
  const stop = journal.listen((entry) => seen.set(entry.id, entry));
  let sent = 0;
  const count = (key: string) => endings.set(key, (endings.get(key) ?? 0) + 1);

  const worker = async () => {
    while (sent < total) {
      sent += 1;
      const ending = await sendBytes(port, malformedRequest(random));
      if (ending.kind === 'answered') for (const status of ending.statuses) count(String(status));
      else count(ending.kind);
    }
  };
  await Promise.all(Array.from({ length: concurrent }, worker));
  // The last answers are on their way into the journal.
  while ([...seen.values()].some(({ duration }) => duration === undefined)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  stop();

  const answered = [...endings].filter(([ending]) => Number(ending) >= 500);
  const entries = [...seen.values()].sort((a, b) => a.id - b.id);
  const first = entries[0]?.id ?? 1;
  return {
    endings,
    recorded: entries.length,
    unforeseen: entries.filter(
      ({ status = 0, scenario, example }) =>
        status >= 500 && !scenario && example !== 'serverError',
    ),
    unrecorded:
      answered.reduce((sum, [, times]) => sum + times, 0) -
      entries.filter(({ status = 0, outcome }) => status >= 500 && outcome === 'answered').length,
    damaged: entries.filter(({ id, at }, i) => id !== first + i || !Date.parse(at)).length,
  };
}
