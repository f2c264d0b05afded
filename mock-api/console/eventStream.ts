import type { RequestHandler } from 'express';
import type { ContractContext } from '../contract/contractContext.ts';
import type { Reloadable } from '../contract/load/reloadOnChange.ts';
import type { CoverageTally } from '../journal/coverage.ts';
import type { Journal } from '../journal/journal.ts';
import type { ConsoleEvents } from './consoleEvents.ts';
import { createJournalRevisions } from './journalRevisions.ts';

/** Changes within this time are sent together, which keeps the console responsive under load. */
const batchMs = 200;
const stateIntervalMs = 1000;
/** Shorter than the usual timeouts of proxies; the browser reconnects. */
const streamMs = 15_000;
const reconnectAfterMs = 200;

export interface EventStreamOptions {
  journal: Journal;
  files: Reloadable<{ context: ContractContext }>;
  coverage: CoverageTally;
}

/**
 * Streams the journal as server-sent events. A connection starts with the complete journal or, with
 * `Last-Event-ID`, with the changes since that event.
 */
export function createEventStream(options: EventStreamOptions): RequestHandler {
  const { journal, files, coverage } = options;
  const revisions = createJournalRevisions(journal);

  return (req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    res.write(`retry: ${reconnectAfterMs}\n\n`);
    const changedIds = new Set<number>();
    const removedIds = new Set<number>();
    let batch: NodeJS.Timeout | undefined;
    let state: NodeJS.Timeout | undefined;

    const send = <Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]) =>
      res.write(`event: ${name}\nid: ${revisions.eventId()}\ndata: ${JSON.stringify(data)}\n\n`);
    const sendState = () => {
      state = undefined;
      send('state', {
        problems: files.problems(),
        coverage: coverage.measure(files.current().context.contract),
        dropped: journal.dropped(),
      });
    };
    const sendBatch = () => {
      batch = undefined;
      // A slow client receives fewer events, so that no backlog builds up.
      if (res.writableNeedDrain) return scheduleBatch();
      const entries = [...changedIds].flatMap((id) => journal.get(id) ?? []);
      send('changes', { entries, removed: [...removedIds] });
      changedIds.clear();
      removedIds.clear();
    };
    const scheduleBatch = () => {
      batch ??= setTimeout(sendBatch, batchMs);
      state ??= setTimeout(sendState, stateIntervalMs);
    };

    const missed = revisions.changedSince(req.get('Last-Event-ID'));
    if (missed) {
      const kept = journal.list().map(({ id }) => id);
      send('kept', kept);
      send('changes', { entries: missed, removed: [] });
    } else {
      send('all', journal.list());
    }
    sendState();
    const unsubscribers = [
      journal.onChange(({ id }) => {
        changedIds.add(id);
        scheduleBatch();
      }),
      journal.onRemove((ids) => {
        for (const id of ids) removedIds.add(id);
        scheduleBatch();
      }),
      files.onReload(() => {
        send('reload', null);
        sendState();
      }),
    ];
    const end = setTimeout(() => res.end(), streamMs);
    res.once('close', () => {
      for (const timer of [end, batch, state]) clearTimeout(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    });
  };
}
