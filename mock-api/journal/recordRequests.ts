import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Journal } from './Journal.ts';
import type { JournalEntry } from './journalEntry.ts';

type Change = Partial<JournalEntry>;

const updates = new WeakMap<ServerResponse, (change: Change) => void>();
const lastChanges = new WeakMap<ServerResponse, () => Promise<Change>>();

/** Updates the journal entry of a response. Console requests have no entry and are ignored. */
export function record(res: ServerResponse, change: Change): void {
  updates.get(res)?.(change);
}

/** Updates the journal entry of a response when it ends. The entry counts as ended after that. */
export function recordAtEnd(res: ServerResponse, describe: () => Promise<Change>): void {
  lastChanges.set(res, describe);
}

/** Records a request that has arrived, until it ends. */
export function recordRequest(
  journal: Journal,
  req: IncomingMessage,
  res: ServerResponse,
  arrival: Pick<JournalEntry, 'path' | 'requestHeaders'>,
): void {
  const started = performance.now();
  const at = new Date().toISOString();
  const { entry, update } = journal.add({ at, method: req.method ?? '', ...arrival });
  updates.set(res, update);

  res.once('close', async () => {
    const ended = res.writableFinished ? 'completed' : 'client aborted';
    const end = {
      durationMs: Math.round(performance.now() - started),
      outcome: entry.outcome === 'pending' ? ended : entry.outcome,
    } satisfies Change;
    update({ ...end, ...(await lastChanges.get(res)?.()) });
  });
}
