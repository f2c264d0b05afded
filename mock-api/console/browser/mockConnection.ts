import type { Coverage } from '../../journal/coverage.ts';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { JournalChanges } from '../journalChanges.ts';

const intervalMs = 500;
const timeoutMs = 10_000;

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
 * Follows the mock, as a store for `useSyncExternalStore`, with a request every half second. A page in the
 * background sends none.
 */
export function createMockConnection(onReload: () => void) {
  const entries = new Map<number, JournalEntry>();
  const subscribers = new Set<() => void>();
  let state: MockState = { dropped: 0, problems: [], isLost: false };
  let lastId = '';
  let reloads: number | undefined;
  void follow();

  async function follow(): Promise<never> {
    for (;;) {
      await untilVisible();
      try {
        await update();
        if (state.isLost) publish({ isLost: false });
      } catch {
        if (!state.isLost) publish({ isLost: true });
      }
      await new Promise((resolve) => setTimeout(resolve, intervalMs));
    }
  }

  async function update() {
    const response = await fetch(`/mock/changes?after=${lastId}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 204) return;
    if (!response.ok) throw new Error(`Status ${response.status}`);
    const changes = (await response.json()) as JournalChanges;
    const kept = changes.kept && new Set(changes.kept);
    for (const id of entries.keys()) if (kept?.has(id) === false) entries.delete(id);
    for (const entry of changes.entries) entries.set(entry.id, entry);
    if (reloads !== undefined && reloads !== changes.reloads) onReload();
    ({ id: lastId, reloads } = changes);
    const { problems, coverage, dropped } = changes;
    publish({
      problems,
      coverage,
      dropped,
      entries: [...entries.values()].sort((a, b) => b.id - a.id),
    });
  }

  function publish(changed: Partial<MockState>) {
    state = { ...state, ...changed };
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

async function untilVisible(): Promise<void> {
  while (document.hidden) {
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true }),
    );
  }
}
