import type { Coverage } from '../../journal/coverage.ts';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { ConsoleEvents } from '../consoleEvents.ts';

const reconnectAfterMs = 1000;
/** The server ends the stream regularly, and the browser then reconnects within this time. */
const expectedReconnectionMs = 1500;

/** What the mock has sent. Each change creates a new object. */
export interface MockState {
  /** Newest first. Undefined until the mock has sent them. */
  entries?: readonly JournalEntry[];
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
  /** The reasons why changed files are not in use. */
  problems: readonly string[];
  coverage?: Coverage;
  isLost: boolean;
}

export type MockConnection = ReturnType<typeof createMockConnection>;

/**
 * Follows the events of the mock, as a store for `useSyncExternalStore`. Subscribers are called at most
 * once per frame, and not while the page is in the background.
 */
export function createMockConnection(onReload: () => void) {
  const entries = new Map<number, JournalEntry>();
  const subscribers = new Set<() => void>();
  let state: MockState = { dropped: 0, problems: [], isLost: false };
  let areEntriesChanged = false;
  let isPublishing = false;
  let lossTimer: ReturnType<typeof setTimeout> | undefined;
  connect();

  function connect() {
    const source = new EventSource('/mock/events');
    const on = <Name extends keyof ConsoleEvents>(
      name: Name,
      handle: (data: ConsoleEvents[Name]) => void,
    ) => source.addEventListener(name, ({ data }) => handle(JSON.parse(data)));

    on('all', (all) => {
      entries.clear();
      mergeEntries(all);
    });
    on('kept', (ids) => {
      const kept = new Set(ids);
      removeEntries([...entries.keys()].filter((id) => !kept.has(id)));
    });
    on('changes', ({ entries: changed, removed }) => {
      mergeEntries(changed);
      removeEntries(removed);
    });
    on('state', change);
    on('reload', onReload);
    source.addEventListener('open', () => {
      clearTimeout(lossTimer);
      lossTimer = undefined;
      change({ isLost: false });
    });
    source.addEventListener('error', () => {
      lossTimer ??= setTimeout(() => change({ isLost: true }), expectedReconnectionMs);
      // The browser reconnects by default, but not after an error response, for example from a proxy.
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, reconnectAfterMs);
    });
  }

  function mergeEntries(changed: readonly JournalEntry[]) {
    for (const entry of changed) entries.set(entry.id, entry);
    areEntriesChanged = true;
    change({});
  }

  function removeEntries(ids: readonly number[]) {
    for (const id of ids) entries.delete(id);
    areEntriesChanged = true;
    change({});
  }

  function change(changed: Partial<MockState>) {
    state = { ...state, ...changed };
    if (!isPublishing) requestAnimationFrame(publish);
    isPublishing = true;
  }

  function publish() {
    isPublishing = false;
    if (areEntriesChanged) {
      state = { ...state, entries: [...entries.values()].sort((a, b) => b.id - a.id) };
      areEntriesChanged = false;
    }
    for (const subscriber of subscribers) subscriber();
  }

  return {
    getState: () => state,
    subscribe(subscriber: () => void): () => void {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}
