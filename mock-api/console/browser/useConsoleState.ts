import useSWR, { mutate } from 'swr';
import type { RequestsData } from '../consoleData.ts';

const path = '/mock/requests.json';
const intervalMs = 500;
/** The interval of polling while the filter is invalid. */
const problemIntervalMs = 5000;
const timeoutMs = 10_000;

/** The tester's name, the filter, and the request whose details are shown. */
export type RequestsQuery = Readonly<Partial<Record<'name' | 'text' | 'entry', string>>>;

/** The latest response of the mock. Each change creates a new object. */
export interface ConsoleState {
  /** The requests; undefined until the mock has sent them. */
  requests?: RequestsData;
  /** Whether the last request to the mock has failed. */
  isLost: boolean;
}

let state: ConsoleState = { isLost: false };
/** The URL and the version of the requests in the state. */
let loaded = { url: '', version: '' };

/** Polls the mock every half second, unless the page is in the background. */
export function useConsoleState(query: RequestsQuery): ConsoleState {
  const { data = state } = useSWR(`${path}?${new URLSearchParams(query)}`, update, {
    keepPreviousData: true,
    refreshInterval: (current) =>
      current?.requests?.filterProblem ? problemIntervalMs : intervalMs,
    refreshWhenOffline: true,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
    dedupingInterval: 0,
    // The default comparison goes through all entries.
    compare: Object.is,
  });
  return data;
}

/** Fetches the requests if they have changed. It never rejects, because SWR would then poll more and more slowly. */
async function update(url: string): Promise<ConsoleState> {
  try {
    const version = loaded.url === url ? loaded.version : '';
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${url}&version=${version}`, { signal });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    if (response.status !== 204) applyChanges(url, await response.json());
  } catch {
    // Without a version, the next response is complete, which ends the loss.
    loaded = { url: '', version: '' };
    if (!state.isLost) state = { ...state, isLost: true };
  }
  return state;
}

function applyChanges(url: string, requests: RequestsData) {
  // The data file may have changed: its data is loaded again.
  if (state.requests?.version !== requests.version)
    void mutate((key) => !String(key).startsWith(path));
  state = { requests, isLost: false };
  loaded = { url, version: requests.version };
}
