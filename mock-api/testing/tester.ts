import type { CaptchaBehaviour } from '../captcha/captchaBehaviours.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { EndCondition, RequestConditions } from '../journal/journalFilter.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';
import type { ScenarioSource } from '../scenarios/scenario.ts';

export type { JournalEntry } from '../journal/journalEntry.ts';

export interface TesterOptions {
  /**
   * The URL of the product's host, which forwards `/mock/`, or of a mock. By default the environment
   * variable `MOCK_URL`, else `http://localhost:3000`.
   */
  url?: string;
  /** How long to wait for requests and for their end, 10 seconds by default. Through the host at most 20 seconds. */
  timeoutMs?: number;
  /** How long to wait for a request too many, in `journal` for more, and at the end for any; 250 by default. */
  settleMs?: number;
  /** Whether `reset` and `finish` fail, instead of warning, for an added scenario, condition or step that was never used. */
  strict?: boolean;
  /** The title of the test, for errors. */
  test?: string;
}

/** A filter of the journal; the name is the tester's. */
export type RequestFilter = EndCondition &
  Omit<RequestConditions, 'name' | 'operation' | 'body' | 'header' | 'query'> & {
    operation?: OperationId | readonly OperationId[];
    body?: ExpectedFields;
    header?: Readonly<Record<string, ExpectedText>>;
    query?: Readonly<Record<string, ExpectedText>>;
  };

/** The whole value, or a part of it and a regular expression such as `/^hello/i`, which may take 0.2 seconds. */
export type ExpectedText = string | { contains?: string; matches?: string };

/** Fields of a request body: `{ text: 'Hello' }`. A number differs from its digits as a string. */
export type ExpectedFields = Readonly<Partial<Record<BodyField, ExpectedText | number | boolean>>>;

/** How many requests are expected: an exact number, or a range. */
export type Expectation =
  | { exactly: number }
  | { atLeast: number; atMost?: number }
  | { atMost: number };

export interface WaitOptions {
  /** The number of requests to wait for, 1 by default. */
  count?: number;
  timeoutMs?: number;
}

/** A message that was delivered. */
export interface Delivery extends JournalEntry {
  /** `mock`, or the origin of the backend behind it. */
  deliveredTo: string;
}

/** Scenarios by id, as in the data file. An id may have one for each operation. */
export type NewScenarios = Readonly<Record<string, NewScenario | readonly NewScenario[]>>;

type NewScenario = Omit<ScenarioSource, 'operation'> & { operation?: OperationId };

/**
 * Everything that a test needs of the mock, limited to the requests under its name since it was opened. Once anything
 * has removed one of them, or the name was opened again, every call throws a `MockError` that says what and who did it.
 * A call that would be ignored or select other requests throws a `TypeError`: a promise as the filter, for example, or
 * `undefined` or `{}` as the value of a condition. The filter `{}` selects all requests of the tester.
 */
export interface Tester {
  /** The name without a dot: `anna`. */
  readonly name: string;
  /** The mock's URL without a trailing slash. */
  readonly url: string;
  /** The console, with only the requests of this tester. */
  readonly consoleUrl: string;

  /**
   * Adds the name to a brief id, a user name or the id of a scenario.
   * @example tester.id('flaky-submission'); // 'flaky-submission.anna'
   */
  id(id: string): string;

  /**
   * The URL of the feedback page of a brief or scenario.
   * @param captcha the outcome of the captcha stand-in, such as `dismissed`
   * @example await page.goto(tester.pageUrl('slow-submission'));
   */
  pageUrl(id: string, ...captcha: [] | [CaptchaBehaviour]): string;

  /**
   * The requests of this tester that match, oldest first. Waits `settleMs` for more of them, and for pending ones that
   * may still match.
   * @example const briefs = await tester.journal({ operation: 'getBrief' });
   */
  journal(filter: RequestFilter): Promise<JournalEntry[]>;

  /**
   * Resolves to the matching requests as soon as there are enough of them, now or later.
   * @throws {MockError} on timeout
   * @example const [entry] = await tester.waitFor({ body: { text: { contains: 'Hello' } } });
   */
  waitFor(filter: RequestFilter, options?: WaitOptions): Promise<JournalEntry[]>;

  /**
   * Waits until as many requests match as expected, and for pending ones that may still match. An upper limit must also
   * hold after `settleMs`.
   * @throws {MockError} that lists the surplus requests, or the nearest ones and in what they differ
   * @example await tester.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
   */
  expectRequests(filter: RequestFilter, expectation: Expectation): Promise<void>;

  /**
   * Waits for a message with these fields, and checks that exactly one was delivered: that its complete response had
   * a status of 2xx, and both conform to the contract.
   * @throws {MockError}
   * @example const { deliveredTo } = await tester.expectDelivered({ text: 'Hello' });
   */
  expectDelivered(fields: ExpectedFields): Promise<Delivery>;

  /**
   * Waits for a message with these fields, and checks that exactly one was sent, whatever the response, and that it
   * conforms to the contract.
   * @throws {MockError}
   */
  expectAttempt(fields: ExpectedFields): Promise<JournalEntry>;

  /**
   * Adds scenarios for this tester only, until its next reset or its end. They are those of the data file.
   * @throws {MockError} with the line and the reason of each problem
   * @example
   * await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', steps: [503, 'ok'] } });
   * await page.goto(tester.pageUrl('busy-brief'));
   */
  addScenarios(scenarios: NewScenarios): Promise<void>;

  /**
   * Lets `reset` and `finish` accept requests although their id is unknown or they violate the contract. At least one
   * request must match until the end.
   * @example tester.allowUnexpected({ key: 'no-such-brief', status: 404 });
   */
  allowUnexpected(filter: RequestFilter): void;

  /**
   * Accepts that no request at all comes under the name, and ids, paths, headers and parameters in conditions that no
   * request has had. Otherwise both are errors: the page may have another name, and the condition a misspelt one.
   */
  allowNoRequests(): void;

  /**
   * Forgets the attempts, the sessions, the scenarios and the journal of this tester, and goes on.
   * @throws {MockError} for requests that `finish` would report; nothing is forgotten then
   */
  reset(): Promise<void>;

  /**
   * Ends the tester; the fixtures call it. Waits `settleMs`, and fails for calls that were not awaited, for requests
   * that neither the data nor a scenario nor the contract provides for, and if no request has come at all.
   * @throws {MockError}
   */
  finish(options?: { hasPassed: boolean }): Promise<void>;
}
