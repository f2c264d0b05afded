/** What the console shows besides the requests and the coverage: `/mock/console.json`. */
export interface ConsoleData {
  /** `Mock API`, or `Contract observer` with the backend that it forwards to. */
  name: string;
  operations: readonly { id: string; method: string; path: string }[];
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
