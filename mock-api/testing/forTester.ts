import type { CaptchaBehaviour } from '../captcha/captchaBehaviours.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { JournalFilter } from '../journal/journalFilter.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';
import type { ScenarioSource } from '../scenarios/scenario.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';
import { createMockClient } from './mockClient.ts';

export type { JournalEntry } from '../journal/journalEntry.ts';
export { MockError } from './mockClient.ts';

export interface TesterOptions {
  /**
   * The URL of the product's host, which forwards `/mock/`, or of a mock. By default the environment
   * variable `MOCK_URL`, else `http://localhost:3000`.
   */
  url?: string | undefined;
  /** How long to wait for requests, 10 seconds by default. Through the host at most 20 seconds. */
  timeoutMs?: number;
}

/** A filter of the journal; the name is the tester's. */
export interface RequestFilter
  extends Omit<JournalFilter, 'name' | 'operation' | 'body' | 'header' | 'query'> {
  operation?: OperationId;
  body?: ExpectedFields;
  header?: Readonly<Record<string, ExpectedText>>;
  query?: Readonly<Record<string, ExpectedText>>;
}

/** The whole value, or a part of it and a regular expression, which may take 0.2 seconds for the journal. */
export type ExpectedText = string | number | boolean | { contains?: string; matches?: RegExp };

/** Fields of a request body: `{ text: 'Hello' }`. */
export type ExpectedFields = Readonly<Partial<Record<BodyField, ExpectedText>>>;

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

/** Scenarios by id, as in the data file. An id may have one for each operation. */
export type NewScenarios = Readonly<Record<string, NewScenario | readonly NewScenario[]>>;

type NewScenario = ScenarioSource & { operation: OperationId };

/** Everything that a test needs of the mock, limited to the requests of one tester. */
export interface Tester {
  /** Without a dot: `anna`. */
  readonly name: string;
  /** Without a trailing slash. */
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
  pageUrl(id: string, captcha?: CaptchaBehaviour): string;

  /**
   * The requests of this tester that match, oldest first.
   * @example const briefs = await tester.journal({ operation: 'getBrief' });
   */
  journal(filter?: RequestFilter): Promise<JournalEntry[]>;

  /**
   * Resolves to the matching requests as soon as there are enough of them, now or later.
   * @throws {MockError} on timeout
   * @example const [entry] = await tester.waitFor({ body: { text: { contains: 'Hello' } } });
   */
  waitFor(filter?: RequestFilter, options?: WaitOptions): Promise<JournalEntry[]>;

  /**
   * Compares the number of matching requests so far with the expected one.
   * @throws {MockError} that lists the surplus requests, or the nearest ones and in what they differ
   * @example await tester.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
   */
  expectRequests(filter: RequestFilter, expectation: Expectation): Promise<void>;

  /**
   * Waits for a message with these fields, and checks that it was sent exactly once and conforms to the
   * contract, as does the response. A scenario's response may violate it on purpose: use `waitFor` then.
   * @throws {MockError}
   * @example const { status } = await tester.expectSubmission({ text: 'Hello' });
   */
  expectSubmission(fields?: ExpectedFields): Promise<JournalEntry>;

  /**
   * Adds scenarios for this tester only, until the next reset. They are those of the data file.
   * @throws {MockError} with the line and the reason of each problem
   * @example
   * await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', steps: [503, 'ok'] } });
   * await page.goto(tester.pageUrl('busy-brief'));
   */
  addScenarios(scenarios: NewScenarios): Promise<void>;

  /** Forgets the attempts, the sessions, the scenarios and the journal of this tester. */
  reset(): Promise<void>;
}

/**
 * Creates the helper of one tester. Testers with different names do not affect each other.
 * @param name letters, digits, `-` and `_`, but not `json`, `xml` or `html`; by default one that nobody else has
 * @example
 * const anna = forTester('anna');
 * await page.goto(anna.pageUrl('daily-harvest'));
 * // Write a message and submit it.
 * await anna.expectSubmission({ text: 'I read you every morning.' });
 */
export function forTester(name = randomName(), options: TesterOptions = {}): Tester {
  if (!validName.test(name)) {
    throw new TypeError(`The name of a tester: expected ${expectedName}, got "${name}".`);
  }
  const { timeoutMs: defaultTimeoutMs = 10_000 } = options;
  const url = (options.url ?? process.env.MOCK_URL ?? 'http://localhost:3000').replace(/\/+$/, '');
  const consoleUrl = `${url}/mock/?name=${name}`;
  const client = createMockClient(url, consoleUrl);
  const ofTester = (filter: RequestFilter) => ({ ...filter, name });

  async function waitFor(
    filter: RequestFilter = {},
    { count = 1, timeoutMs = defaultTimeoutMs }: WaitOptions = {},
  ) {
    const query = { ...ofTester(filter), count, timeout: timeoutMs };
    const { entries } = await client.get<{ entries: JournalEntry[] }>('/mock/journal/wait', query);
    return entries;
  }

  async function expectRequests(filter: RequestFilter, expectation: Expectation) {
    await client.post('/mock/expect', { ...ofTester(filter), ...expectation });
  }

  return {
    name,
    url,
    consoleUrl,
    id: (id) => `${id}.${name}`,

    pageUrl(id, captcha) {
      const query = captcha === undefined ? '' : `?captcha=${encodeURIComponent(captcha)}`;
      const brief = encodeURIComponent(`${id}.${name}`);
      return `${url}/app/subscriber-feedback/3141592/${brief}/contact${query}`;
    },

    async journal(filter = {}) {
      const query = ofTester(filter);
      return (await client.get<{ entries: JournalEntry[] }>('/mock/journal', query)).entries;
    },

    waitFor,
    expectRequests,

    async expectSubmission(body = {}) {
      const filter = { operation: 'submitFeedback', body } as const;
      await waitFor({ ...filter, ended: true });
      await expectRequests(filter, { exactly: 1 });
      const [entry] = await waitFor(filter);
      if (!entry) throw client.createError('The message was removed from the journal.');
      if (entry.violations.length > 0) {
        throw client.createError(
          'The message or its response violates the contract.',
          entry.violations.map(({ message }) => message),
        );
      }
      return entry;
    },

    async addScenarios(scenarios) {
      await client.post('/mock/scenarios', { name }, { scenarios });
    },

    async reset() {
      await client.post('/mock/reset', { name });
    },
  };
}

function randomName(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`;
}
