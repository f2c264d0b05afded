import useSWR, { mutate } from 'swr';
import type { JournalEntry } from '../../journal/journalEntry.ts';
import type { JournalChanges } from '../ChangeTracker.ts';

const url = '/mock/changes';
const intervalMs = 500;
const timeoutMs = 10_000;

/** What the mock has sent. Each change creates a new object. */
export interface ConsoleState {
  /** Newest first. Undefined until the mock has sent them. */
  entries?: readonly JournalEntry[];
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
  /** The reasons why changed files are not in use. */
  problems: readonly string[];
  /** How often invalid files became valid again. */
  repairs: number;
  isLost: boolean;
}

let state: ConsoleState = { dropped: 0, problems: [], repairs: 0, isLost: false };
let previousId = '';

/** Follows the mock with a request every half second. A page in the background sends none. */
export function useConsoleState(): ConsoleState {
  const { data = state } = useSWR(url, update, {
    refreshInterval: intervalMs,
    refreshWhenOffline: true,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
    // The default one compares all entries.
    compare: Object.is,
  });
  return data;
}

/** Never rejects, because SWR would then wait longer from attempt to attempt. */
async function update(): Promise<ConsoleState> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}?after=${previousId}`, { signal });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    if (response.status !== 204) state = applyChanges(await response.json());
  } catch {
    // The next response has everything, and ends the loss.
    previousId = '';
    if (!state.isLost) state = { ...state, isLost: true };
  }
  return state;
}

function applyChanges(changes: JournalChanges): ConsoleState {
  const { problems, dropped, kept } = changes;
  const entries = new Map(state.entries?.map((entry) => [entry.id, entry]));
  for (const entry of changes.entries) entries.set(entry.id, entry);
  const keptIds = kept && new Set(kept);
  // The contract, the data and the coverage may have changed.
  void mutate((key) => key !== url);
  previousId = changes.id;
  const isRepair = state.problems.length > 0 && problems.length === 0;
  return {
    problems,
    repairs: state.repairs + (isRepair ? 1 : 0),
    dropped,
    entries: [...entries.values()]
      .filter(({ id }) => keptIds?.has(id) ?? true)
      .sort((a, b) => b.id - a.id),
    isLost: false,
  };
}
