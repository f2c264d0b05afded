import type { RequestHandler } from 'express';
import type { ContractContext } from '../contract/contractContext.ts';
import type { Reloadable } from '../contract/load/reloadOnChange.ts';
import type { CoverageTally } from '../journal/coverage.ts';
import type { Journal } from '../journal/journal.ts';
import { sendProblem } from '../respond/sendProblem.ts';
import type { ConsoleEvents } from './consoleEvents.ts';
import { createJournalRevisions } from './journalRevisions.ts';

/** Changes within this time are sent together, which keeps the console responsive under load. */
const batchMs = 200;
/** The entries of an event. The next ones are sent when the client has read these. */
const batchSize = 50;
const stateIntervalMs = 1000;
/** Shorter than the usual timeouts of proxies; the browser reconnects. */
const streamMs = 15_000;
const reconnectAfterMs = 200;
const maxStreams = 100;

export interface EventStreamOptions {
  journal: Journal;
  files: Reloadable<{ context: ContractContext }>;
  coverage: CoverageTally;
}

/**
 * Streams the journal as server-sent events. A connection starts with the complete journal or, with
 * `Last-Event-ID`, with the changes since that event. A client that does not read is disconnected.
 */
export function createEventStream(options: EventStreamOptions): RequestHandler {
  const { journal, files, coverage } = options;
  const revisions = createJournalRevisions(journal);
  let streamCount = 0;

  return (req, res) => {
    if (streamCount === maxStreams) {
      return sendProblem(res, 503, `${maxStreams} clients already receive the events.`);
    }
    streamCount += 1;
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    res.write(`retry: ${reconnectAfterMs}\n\n`);
    const lastRevision = revisions.revisionOf(req.get('Last-Event-ID'));
    let sentRevision = lastRevision ?? 0;
    const removedIds = new Set<number>();
    let batch: NodeJS.Timeout | undefined;
    let state: NodeJS.Timeout | undefined;

    const send = <Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]) => {
      const id = revisions.eventId(sentRevision);
      res.write(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
    };
    const takeEntries = () => {
      const { entries, revision } = revisions.changesSince(sentRevision, batchSize);
      sentRevision = revision;
      return entries;
    };
    const sendChanges = () => {
      batch = undefined;
      while (!res.writableNeedDrain && (sentRevision < revisions.latest() || removedIds.size > 0)) {
        send('changes', { entries: takeEntries(), removed: [...removedIds] });
        removedIds.clear();
      }
    };
    const sendState = () => {
      send('state', {
        problems: files.problems(),
        coverage: coverage.measure(files.current().context.contract),
        dropped: journal.dropped(),
      });
    };
    const schedule = () => {
      batch ??= setTimeout(sendChanges, batchMs);
      state ??= setTimeout(() => {
        state = undefined;
        if (res.writableNeedDrain) schedule();
        else sendState();
      }, stateIntervalMs);
    };

    if (lastRevision === undefined) {
      send('all', takeEntries());
    } else {
      const kept = journal.list().map(({ id }) => id);
      send('kept', kept);
      send('changes', { entries: takeEntries(), removed: [] });
    }
    sendState();
    sendChanges();
    res.on('drain', sendChanges);
    const unsubscribers = [
      journal.onChange(schedule),
      journal.onRemove((ids) => {
        for (const id of ids) removedIds.add(id);
        schedule();
      }),
      files.onReload(() => {
        send('reload', null);
        sendState();
      }),
    ];
    const stop = () => {
      for (const timer of [end, batch, state]) clearTimeout(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
    const end = setTimeout(() => {
      stop();
      // `end` would wait for a client that does not read.
      if (res.writableLength > 0) res.destroy();
      else res.end();
    }, streamMs);
    res.once('close', () => {
      streamCount -= 1;
      stop();
    });
  };
}
