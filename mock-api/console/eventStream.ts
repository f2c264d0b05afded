import type { RequestHandler } from 'express';
import type { ContractContext } from '../contract/contractContext.ts';
import type { Reloadable } from '../contract/load/reloadOnChange.ts';
import type { CoverageTally } from '../journal/coverage.ts';
import type { Journal } from '../journal/journal.ts';
import type { ConsoleEvents } from './consoleEvents.ts';

/** Changes within this time are sent together, which keeps the console responsive under load. */
const batchMs = 100;
/** Shorter than the usual timeouts of proxies; the browser reconnects. */
const streamMs = 15_000;
const reconnectAfterMs = 200;

export interface EventStreamOptions {
  journal: Journal;
  files: Reloadable<{ context: ContractContext }>;
  coverage: CoverageTally;
}

/** Streams the journal as server-sent events. Each connection starts with the complete journal. */
export function createEventStream(options: EventStreamOptions): RequestHandler {
  const { journal, files, coverage } = options;
  return (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    res.write(`retry: ${reconnectAfterMs}\n\n`);
    const changedIds = new Set<number>();
    let batch: NodeJS.Timeout | undefined;

    const send = <Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]) =>
      res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    const sendState = () => {
      send('state', {
        problems: files.problems(),
        coverage: coverage.measure(files.current().context.contract),
        kept: journal.list().length,
        dropped: journal.dropped(),
      });
    };
    const sendAll = () => {
      changedIds.clear();
      send('all', journal.list());
      sendState();
    };
    const sendBatch = () => {
      batch = undefined;
      // A slow client receives fewer events, so that no backlog builds up.
      if (res.writableNeedDrain) return scheduleBatch();
      const changed = [...changedIds].flatMap((id) => journal.get(id) ?? []);
      changedIds.clear();
      send('changed', changed);
      sendState();
    };
    const scheduleBatch = () => {
      batch ??= setTimeout(sendBatch, batchMs);
    };

    sendAll();
    const unsubscribers = [
      journal.onChange(({ id }) => {
        changedIds.add(id);
        scheduleBatch();
      }),
      journal.onRemove((_ids, reason) => {
        if (reason === 'cleared') sendAll();
      }),
      files.onReload(sendState),
    ];
    const end = setTimeout(() => res.end(), streamMs);
    res.once('close', () => {
      clearTimeout(end);
      clearTimeout(batch);
      for (const unsubscribe of unsubscribers) unsubscribe();
    });
  };
}
