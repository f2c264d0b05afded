import type { RequestHandler, Response } from 'express';
import type { ContractContext } from '../contract/contractContext.ts';
import { maskQuery } from '../contract/secretFields.ts';
import { describeHeaders } from './describeHeaders.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

const updates = new WeakMap<Response, (change: Partial<JournalEntry>) => void>();

/** Updates the journal entry of a response. Console requests have no entry and are ignored. */
export function record(res: Response, change: Partial<JournalEntry>): void {
  updates.get(res)?.(change);
}

/** Creates the middleware that records every request when it arrives and when it ends. */
export function recordRequests(
  journal: Journal,
  currentContext: () => ContractContext,
): RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { entry, update } = journal.add({
      at: new Date().toISOString(),
      method: req.method,
      requestHeaders: describeHeaders(req.headers),
      path: maskQuery(req.originalUrl, currentContext().secretFields),
    });
    updates.set(res, update);

    res.once('close', () => {
      const ended = res.writableFinished ? 'completed' : 'client aborted';
      update({
        durationMs: Math.round(performance.now() - started),
        outcome: entry.outcome === 'pending' ? ended : entry.outcome,
      });
    });
    next();
  };
}
