import type { JournalEntry } from '../journal/journalEntry.ts';

/** The response of `/mock/console.json`: the data of the console besides the requests. */
export interface ConsoleData {
  /** The name of the server: `Mock API`, or `Contract observer` with the URL of its backend. */
  name: string;
  /** The groups of scenarios; undefined for the observer, which must not send test requests to a real backend. */
  groups: readonly ScenarioGroup[] | undefined;
}

export interface ScenarioGroup {
  title: string;
  /** A sentence about selecting one of the scenarios. */
  usage: string;
  scenarios: readonly ListedScenario[];
}

/** A brief id, user name or parameter that a tester can use. */
export interface ListedScenario {
  /** The value without a tester's name. */
  name: string;
  description: string;
  /** The status or the fault of the first response; undefined for a brief, a user or a captcha behaviour. */
  status?: string;
  /** The format and the delay of the first response, and the statuses of the others: `HTML, after 3 s, then 200`. */
  response?: string;
  /** The outcome of the page, the attempts and the alert. */
  badges?: readonly ScenarioBadge[];
  /** The text of the alert, or a description of the page. */
  text: string;
  /** The URL of the page with this value and the tester's name. */
  pageUrl?: string | undefined;
}

export interface ScenarioBadge {
  kind: 'success' | 'warning' | 'danger' | 'primary' | 'secondary';
  text: string;
}

/** The response of `/mock/requests.json`: the requests of the journal that match the filter. */
export interface RequestsData {
  /** The version to send with the next request. The response is a 204 as long as nothing has changed. */
  version: string;
  /** The newest requests that match, newest first. */
  rows: readonly RequestRow[];
  /** The ids of all requests that match. */
  ids: readonly number[];
  /** The number of the tester's requests, whether or not they match the filter. */
  total: number;
  /** The reason why the filter is invalid; all requests are then listed. */
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
