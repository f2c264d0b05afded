import { type CaptchaBehaviour, captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { EndCondition, RequestConditions } from '../journal/journalFilter.ts';
import { describeNames } from '../scenarios/findClosest.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';
import type { ScenarioSource } from '../scenarios/scenario.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';
import { encodeConditions, fieldsOf, requireJson } from './encodeConditions.ts';
import { createMockClient } from './mockClient.ts';
import { trackCalls } from './trackCalls.ts';

export type { JournalEntry } from '../journal/journalEntry.ts';
export { MockError } from './mockClient.ts';

export interface TesterOptions {
  /**
   * The URL of the product's host, which forwards `/mock/`, or of a mock. By default the environment
   * variable `MOCK_URL`, else `http://localhost:3000`.
   */
  url?: string;
  /** How long to wait for requests, 10 seconds by default. Through the host at most 20 seconds. */
  timeoutMs?: number;
  /** How long to wait for a request too many before a number is compared, 250 by default. */
  settleMs?: number;
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

/** Scenarios by id, as in the data file. An id may have one for each operation. */
export type NewScenarios = Readonly<Record<string, NewScenario | readonly NewScenario[]>>;

type NewScenario = Omit<ScenarioSource, 'operation'> & { operation?: OperationId };

/**
 * Everything that a test needs of the mock, limited to the requests of one tester. A call that would be ignored or
 * select other requests throws a `TypeError`: a promise as the filter, for example, or `undefined` or `{}` as the value
 * of a condition. The filter `{}` selects all requests of the tester.
 */
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
  pageUrl(id: string, ...captcha: [] | [CaptchaBehaviour]): string;

  /**
   * The requests of this tester that match, oldest first.
   * @throws {MockError} if the journal has dropped requests of this tester
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
   * Compares the number of matching requests so far with the expected one. An upper limit must also hold after
   * `settleMs`.
   * @throws {MockError} that lists the surplus requests, or the nearest ones and in what they differ
   * @example await tester.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
   */
  expectRequests(filter: RequestFilter, expectation: Expectation): Promise<void>;

  /**
   * Waits for a message with these fields, and checks that exactly one was delivered: that its complete response had
   * a status of 2xx, and both conform to the contract.
   * @throws {MockError}
   * @example const { status } = await tester.expectDelivered({ text: 'Hello' });
   */
  expectDelivered(fields: ExpectedFields): Promise<JournalEntry>;

  /**
   * Waits for a message with these fields, and checks that exactly one was sent, whatever the response, and that it
   * conforms to the contract.
   * @throws {MockError}
   */
  expectAttempt(fields: ExpectedFields): Promise<JournalEntry>;

  /**
   * Adds scenarios for this tester only, until the next reset. They are those of the data file.
   * @throws {MockError} with the line and the reason of each problem
   * @example
   * await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', steps: [503, 'ok'] } });
   * await page.goto(tester.pageUrl('busy-brief'));
   */
  addScenarios(scenarios: NewScenarios): Promise<void>;

  /**
   * Lets `finish` accept requests although their id is unknown or they violate the contract. At least one request
   * must match.
   * @example tester.allowUnexpected({ key: 'no-such-brief', status: 404 });
   */
  allowUnexpected(filter: RequestFilter): void;

  /** Forgets the attempts, the sessions, the scenarios and the journal of this tester. */
  reset(): Promise<void>;

  /**
   * Ends a test; the fixtures call it. Fails for calls that were not awaited, and for requests that neither the data
   * nor a scenario nor the contract provides for. After a test that passed, it resets what the tester has left.
   * @throws {MockError}
   */
  finish(options?: { hasPassed: boolean }): Promise<void>;
}

/**
 * Creates the helper of one tester, and resets what an earlier run has left. Testers with different names do not
 * affect each other.
 * @param name letters, digits, `-` and `_`, but not `json`, `xml`, `html` or `none`
 * @throws {MockError} if there is no mock
 * @example
 * const anna = await forTester('anna');
 * await page.goto(anna.pageUrl('daily-harvest'));
 * // Write a message and submit it.
 * await anna.expectDelivered({ text: 'I read you every morning.' });
 */
export async function forTester(name: string, options: TesterOptions = {}): Promise<Tester> {
  if (typeof name !== 'string' || !validName.test(name)) {
    throw new TypeError(`The name of a tester: expected ${expectedName}, got ${name}.`);
  }
  requireJson('The options', options);
  const {
    url: baseUrl = defaultUrl(),
    timeoutMs: defaultTimeoutMs = 10_000,
    settleMs = 250,
    ...others
  } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new TypeError(`The options: expected url, timeoutMs and settleMs, got ${unknown}.`);
  }
  const url = `${baseUrl}`.replace(/\/+$/, '');
  const consoleUrl = `${url}/mock/?view=requests&name=${name}`;
  const { createError, call, readJournal } = createMockClient(url, consoleUrl);
  const { track, takeUnfinished } = trackCalls();
  const allowed: RequestFilter[] = [];
  const ofTester = new URLSearchParams({ name });
  let run: string;

  async function reset() {
    ({ run } = await call<{ run: string }>('POST', '/mock/reset', ofTester));
  }

  function encodeFilter(filter: RequestFilter, parameters: object = {}) {
    requireJson('The options', parameters);
    const query = encodeConditions(filter);
    for (const [own, value] of [...Object.entries(parameters), ...ofTester]) {
      if (query.has(own)) throw new TypeError(`"${own}" is no condition here.`);
      query.set(own, value);
    }
    return query;
  }

  async function readEntries(filter: RequestFilter) {
    return (await readJournal(encodeFilter(filter), run)).entries;
  }

  async function waitFor(filter: RequestFilter, waitOptions: WaitOptions = {}) {
    requireJson('The options', waitOptions);
    const { timeoutMs: timeout = defaultTimeoutMs, ...rest } = waitOptions;
    const query = encodeFilter(filter, { count: 1, timeout, ...rest });
    return (await call<{ entries: JournalEntry[] }>('GET', '/mock/journal/wait', query)).entries;
  }

  async function expectRequests(filter: RequestFilter, expectation: Expectation) {
    const query = encodeFilter(filter, { settle: settleMs, ...expectation });
    await call('POST', '/mock/expect', query);
  }

  async function expectMessage(
    fields: ExpectedFields,
    conditions: RequestFilter,
    isViolation: (rule: string) => boolean,
  ) {
    const hasFields = requireJson('The fields', fields) !== '{}';
    const body = hasFields && { body: fields };
    const filter = { operation: 'submitFeedback', ...body, ...conditions } as const;
    await waitFor(filter);
    await expectRequests(filter, { exactly: 1 });
    const [entry] = await readEntries(filter);
    if (!entry) throw createError('The message was removed from the journal.');
    const violations = entry.violations.filter(({ rule }) => isViolation(rule));
    if (violations.length > 0) {
      const messages = violations.map(({ message }) => message);
      throw createError('The message or its response violates the contract.', messages);
    }
    return entry;
  }

  /** The requests that a test has not allowed. */
  async function findUnexpected(): Promise<JournalEntry[]> {
    const ids = new Set<number>();
    for (const filter of allowed) {
      const entries = await readEntries({ ...filter, unexpected: true });
      if (entries.length === 0) {
        throw createError(`No request is unexpected and matches ${JSON.stringify(filter)}.`);
      }
      for (const { id } of entries) ids.add(id);
    }
    return (await readEntries({ unexpected: true })).filter(({ id }) => !ids.has(id));
  }

  await reset();
  return {
    name,
    url,
    consoleUrl,
    id: (id) => `${requireId(id)}.${name}`,

    pageUrl(id, ...captcha) {
      const brief = encodeURIComponent(`${requireId(id)}.${name}`);
      const page = `${url}/app/subscriber-feedback/3141592/${brief}/contact`;
      if (captcha.length === 0) return page;
      const [outcome = ''] = captcha;
      const names = Object.keys(captchaBehaviours);
      if (names.includes(outcome)) return `${page}?captcha=${outcome}`;
      throw new TypeError(`captcha: ${describeNames(outcome, names)}, got "${outcome}".`);
    },

    journal: track('journal', readEntries),
    waitFor: track('waitFor', waitFor),
    expectRequests: track('expectRequests', expectRequests),

    expectDelivered: track('expectDelivered', (fields) =>
      expectMessage(fields, { status: '2xx' }, () => true),
    ),

    expectAttempt: track('expectAttempt', (fields) =>
      expectMessage(fields, {}, (rule) => rule.startsWith('request.')),
    ),

    addScenarios: track('addScenarios', async (scenarios) => {
      const content = { scenarios: Object.fromEntries(fieldsOf('The scenarios', scenarios)) };
      await call('POST', '/mock/scenarios', ofTester, requireJson('The scenarios', content));
    }),

    allowUnexpected(filter) {
      fieldsOf('The filter', filter);
      encodeFilter(filter, { unexpected: true });
      allowed.push(filter);
    },

    reset: track('reset', reset),

    finish: track('finish', async ({ hasPassed } = { hasPassed: true }) => {
      const unfinished = takeUnfinished();
      if (hasPassed === false) return void (await call('POST', '/mock/journal/finish', ofTester));
      if (unfinished.length > 0) {
        throw createError('Calls without "await", or that have not settled:', unfinished);
      }
      const unexpected = await findUnexpected();
      if (unexpected.length > 0) {
        throw createError(
          'Requests that nobody expected; allowUnexpected accepts them:',
          unexpected.map(
            ({ id, method, path, reason }) => `Request ${id}, ${method} ${path}: ${reason}`,
          ),
        );
      }
      await reset();
    }),
  };
}

function requireId(id: string): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new TypeError(`id: expected a brief id, a user name or the id of a scenario, got "${id}".`);
}

/** Of the environment variable `MOCK_URL`, or of a host on this machine. */
export function defaultUrl(): string {
  return process.env.MOCK_URL ?? 'http://localhost:3000';
}

/** A name that no other tester has. */
export function randomName(): string {
  return `t${crypto.randomUUID().slice(0, 8)}`;
}
