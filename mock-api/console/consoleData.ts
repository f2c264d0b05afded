import type { JournalEntry } from '../journal/journalEntry.ts';

/** What the console shows besides the requests: `/mock/console.json`. */
export interface ConsoleData {
  /** `Mock API`, or `Contract observer` with the backend that it forwards to. */
  name: string;
  /** Undefined for the observer, which has no scenarios and must not send requests to a real backend. */
  groups: readonly ScenarioGroup[] | undefined;
}

export interface ScenarioGroup {
  title: string;
  /** How a tester selects one of its scenarios. */
  usage: string;
  scenarios: readonly ListedScenario[];
}

/** A value that a tester can use. */
export interface ListedScenario {
  /** The value without a tester's name. */
  name: string;
  description: string;
  /** The status or the fault of the first response; undefined for what is no scenario of an operation. */
  status?: string;
  /** What else is special about the responses. */
  response?: string;
  /** What the page shows: the outcome, the attempts and the alert. */
  badges?: readonly ScenarioBadge[];
  /** The text of the alert, or what is visible besides the badges. */
  text: string;
  /** The page with this value and the tester's name. */
  pageUrl?: string | undefined;
}

export interface ScenarioBadge {
  kind: 'success' | 'warning' | 'danger' | 'primary' | 'secondary';
  text: string;
}

/** What the console shows of the journal: `/mock/requests.json`. */
export interface RequestsData {
  /** To send with the next request, which responds with 204 as long as nothing has changed. */
  version: string;
  /** The newest requests that match, newest first. */
  rows: readonly RequestRow[];
  /** The ids of all requests that match. */
  ids: readonly number[];
  /** The number of requests, whatever the filter is. */
  total: number;
  /** Why the filter is not in use. */
  filterProblem?: string;
  /** The request whose details are shown, unless it was removed. */
  selected: { id: number; entry?: JournalEntry | undefined };
  /** The number of entries dropped because of the journal's limit. */
  dropped: number;
  /** The reasons why changed files are not in use; empty if they are. */
  problems: readonly string[];
}

/** A request without its headers and bodies, which may be long. */
export type RequestRow = Omit<
  JournalEntry,
  'requestHeaders' | 'responseHeaders' | 'body' | 'responseBody'
>;
