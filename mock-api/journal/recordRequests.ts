import type { RequestHandler, Response } from 'express';
import { type ContractContext, maskQuery } from '../contract/index.ts';
import { describeHeaders } from './describeRequest.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

type Change = Partial<JournalEntry>;

const updates = new WeakMap<Response, (change: Change) => void>();
const lastChanges = new WeakMap<Response, () => Promise<Change>>();

/** Updates the journal entry of a response. Console requests have no entry and are ignored. */
export function record(res: Response, change: Change): void {
  updates.get(res)?.(change);
}

/** Updates the journal entry of a response when it ends. The entry counts as ended after that. */
export function recordAtEnd(res: Response, describe: () => Promise<Change>): void {
  lastChanges.set(res, describe);
}

/** Creates the middleware that records every request when it arrives and when it ends. */
export function recordRequests(
  journal: Journal,
  currentContext: () => ContractContext,
): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { secretFields } = currentContext();
    const { entry, update } = journal.add({
      at: new Date().toISOString(),
      method: req.method,
      requestHeaders: describeHeaders(req.headers, secretFields),
      path: maskQuery(req.originalUrl, secretFields),
    });
    updates.set(res, update);

    res.once('close', () => {
      const ended = res.writableFinished ? 'completed' : 'client aborted';
      const end = {
        durationMs: Math.round(performance.now() - started),
        outcome: entry.outcome === 'pending' ? ended : entry.outcome,
      } satisfies Change;
      const describe = lastChanges.get(res);
      if (!describe) return update(end);
      describe().then(
        (change) => update({ ...change, ...end }),
        () => update(end),
      );
    });
    next();
  };
}
