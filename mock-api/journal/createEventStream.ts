import type { RequestHandler } from 'express';
import type { ConsoleEvents } from '../console/events.ts';
import type { WorldStore } from '../world/createWorldStore.ts';
import type { CoverageOf } from './coverage.ts';
import type { Journal } from './journal.ts';

/** Changes are gathered for this long, so that a thousand requests a second stay readable. */
const GATHERING_TIME = 100;
/** Whoever stands between may give a call only so long; the browser connects again by itself. */
const STREAM_TIME = 15_000;
const RECONNECT_AFTER = 200;

export interface EventSources {
  journal: Journal;
  store: Pick<WorldStore, 'current' | 'faults' | 'listen'>;
  coverageOf: CoverageOf;
}

/** The journal as it grows, as server-sent events. Each connection begins with all there is. */
export function createEventStream({ journal, store, coverageOf }: EventSources): RequestHandler {
  return (_req, res) => {
    res.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    res.write(`retry: ${RECONNECT_AFTER}\n\n`);
    const changed = new Set<number>();
    let gathering: NodeJS.Timeout | undefined;

    const send = <Name extends keyof ConsoleEvents>(name: Name, data: ConsoleEvents[Name]) =>
      res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    const sendState = () => {
      const { contract } = store.current();
      send('state', {
        faults: store.faults(),
        coverage: coverageOf(contract),
        kept: journal.list().length,
        dropped: journal.dropped(),
      });
    };
    const flush = () => {
      gathering = undefined;
      // A reader that is too slow gets less often told, never an endless backlog.
      if (res.writableNeedDrain) return gather();
      send(
        'changed',
        [...changed].flatMap((id) => journal.get(id) ?? []),
      );
      changed.clear();
      sendState();
    };
    const gather = () => {
      gathering ??= setTimeout(flush, GATHERING_TIME);
    };
    const begin = () => {
      changed.clear();
      send('all', journal.list());
      sendState();
    };

    begin();
    const stops = [
      journal.listen(({ id }) => {
        changed.add(id);
        gather();
      }),
      journal.listenToClearing(begin),
      store.listen(sendState),
    ];
    const ending = setTimeout(() => res.end(), STREAM_TIME);
    res.once('close', () => {
      clearTimeout(ending);
      clearTimeout(gathering);
      for (const stop of stops) stop();
    });
  };
}
