import { type CaptchaBehaviour, captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { OperationId } from '../scenarios/operationRequest.ts';
import type { ScenarioSource } from '../scenarios/scenario.ts';
import { MockSession, type SessionOptions } from './MockSession.ts';
import type { AllowedPattern, ExpectedFields, RequestPattern } from './patterns.ts';
import { requireJson, requireNames } from './requireJson.ts';

export type Expectation =
  | { exactly: number }
  | { atLeast: number; atMost?: number }
  | { atMost: number };

/** The scenarios to add, by id, as in the data file. An id may have one for each operation. */
export type NewScenarios = Readonly<Record<string, NewScenario | readonly NewScenario[]>>;
type NewScenario = Omit<ScenarioSource, 'operation'> & { operation?: OperationId };

/** The recorded request of a delivered message. `deliveredTo` is `mock` or the origin of a backend. */
export type Delivery = JournalEntry & { deliveredTo: string };

/**
 * A test's view of the mock: the requests under its name since it began. Once one of them was removed, every call
 * throws a `MockError` that says who removed it, and when.
 */
export class Tester {
  /** The name without a dot: `anna`. */
  readonly name: string;
  /** The mock's URL without a trailing slash. */
  readonly url: string;
  /** The URL of the console with the requests of this tester. */
  readonly consoleUrl: string;

  readonly #session: MockSession;
  readonly #allowed: AllowedPattern[] = [];
  #hadRequests = false;
  #allowsNoRequests = false;

  private constructor(name: string, options: SessionOptions) {
    this.name = name;
    this.url = options.url;
    this.#session = new MockSession(name, options);
    this.consoleUrl = this.#session.consoleUrl;
    for (const [call, run] of Object.entries(this))
      if (typeof run === 'function') rejectAwait(call, run);
  }

  /** Creates a tester for `forTester`. */
  static async begin(name: string, options: SessionOptions): Promise<Tester> {
    const tester = new Tester(name, options);
    await tester.#session.begin();
    return tester;
  }

  /** Adds the name to a brief id, a user name or the id of a scenario: `flaky-brief.anna`. */
  id = (id: string): string => {
    this.#session.signal.throwIfAborted();
    if (typeof id === 'string' && id !== '') return `${id}.${this.name}`;
    throw new TypeError(`id: expected that of a brief, a user or a scenario, got "${id}".`);
  };

  /**
   * Returns the URL of the feedback page of a brief or scenario.
   * @param captcha the behaviour of the captcha stand-in, such as `dismissed`
   */
  pageUrl = (id: string, ...captcha: [] | [CaptchaBehaviour]): string => {
    const brief = encodeURIComponent(this.id(id));
    const page = `${this.url}/app/subscriber-feedback/3141592/${brief}/contact`;
    if (captcha.length === 0) return page;

    const [outcome] = captcha;
    if (Object.hasOwn(captchaBehaviours, outcome)) return `${page}?captcha=${outcome}`;
    const names = Object.keys(captchaBehaviours).join(', ');
    throw new TypeError(`captcha: expected one of ${names}, got "${outcome}".`);
  };

  /**
   * Returns the requests that match, oldest first. Waits `settleMs` for more, and for pending ones that may still
   * match.
   */
  journal = async (pattern: RequestPattern): Promise<JournalEntry[]> =>
    this.#check('journal/find', pattern, {});

  /**
   * Waits until the number of requests that match is as expected, and returns them. An upper limit must still be kept
   * after `settleMs`.
   * @throws {MockError} that lists the requests that match, or the nearest ones and their differences
   * @example await tester.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
   */
  expectRequests = async (
    pattern: RequestPattern,
    expectation: Expectation,
  ): Promise<JournalEntry[]> => {
    requireNames('The number of requests', expectation, ['exactly', 'atLeast', 'atMost']);
    return this.#check('expect', pattern, expectation);
  };

  /**
   * Waits for a message with these fields, and requires that exactly one got a complete 2xx response, and that request
   * and response conform to the contract.
   */
  expectDelivered = async (fields: ExpectedFields, ...others: []): Promise<Delivery> => {
    requireAlone('expectDelivered', others);
    const entry = await this.#expectMessage(fields, { status: '2xx' });
    this.#requireConforming(entry, /^/);
    return { ...entry, deliveredTo: entry.forwardedTo ?? 'mock' };
  };

  /**
   * Waits for a message with these fields, and requires that exactly one was sent, and that it conforms to the
   * contract.
   */
  expectAttempt = async (fields: ExpectedFields, ...others: []): Promise<JournalEntry> => {
    requireAlone('expectAttempt', others);
    const entry = await this.#expectMessage(fields, {});
    this.#requireConforming(entry, /^request\./);
    return entry;
  };

  /**
   * Adds scenarios for this tester only, until its next reset or its end, which prints those that no request has used.
   * @throws {MockError} with the line and the reason of each problem
   * @example await tester.addScenarios({ 'busy-brief': { operation: 'getBrief', steps: [503, 'ok'] } });
   */
  addScenarios = async (scenarios: NewScenarios): Promise<void> => {
    const content = JSON.stringify({ scenarios: requireJson('The scenarios', scenarios) });
    await this.#session.addScenarios(content);
  };

  /** Lets `reset` and `finish` accept requests with an unknown id, or that violate the contract. */
  allowUnexpected = (pattern: AllowedPattern): void => {
    this.#session.signal.throwIfAborted();
    requireNames('The allowed requests', pattern, ['key', 'operation']);
    if (Object.keys(pattern).length === 0)
      throw new TypeError('The allowed requests: expected a key or an operation, got {}.');
    this.#allowed.push(pattern);
  };

  /** Accepts a test without requests, and patterns with ids, headers and parameters that no request has had. */
  allowNoRequests = (): void => {
    this.#session.signal.throwIfAborted();
    this.#allowsNoRequests = true;
  };

  /** Requires that no request was unexpected, and resets attempts, sessions, scenarios and requests. */
  reset = async (): Promise<void> => {
    await this.#review(true);
    await this.#forget();
  };

  /**
   * Ends the tester; the fixtures call it.
   * @throws {MockError} if a call is still running, if a request was unexpected, or if there was no request
   */
  finish = async ({ hasPassed = true }: { hasPassed?: boolean } = {}): Promise<void> => {
    try {
      if (!hasPassed) return;
      this.#session.requireSettled();
      await this.#review(this.#allowsNoRequests || this.#hadRequests);
      await this.#forget();
    } finally {
      this.#session.end();
    }
  };

  /** Requires that no request was unexpected and, unless that is allowed, that there was one. */
  async #review(allowsNoRequests: boolean) {
    const unexpected = { unexpected: true, except: this.#allowed };
    await this.#session.check('expect', unexpected, { exactly: 0 }, allowsNoRequests);
  }

  async #check(path: 'expect' | 'journal/find', pattern: RequestPattern, numbers: object) {
    requireJson('The pattern', pattern);
    return this.#session.check(path, pattern, numbers, this.#allowsNoRequests);
  }

  async #forget() {
    const { entries, unusedScenarios } = await this.#session.begin();
    if (entries > 0) this.#hadRequests = true;
    if (unusedScenarios.length === 0) return;
    const unused = unusedScenarios.join(', ');
    console.warn(`Test "${this.#session.title}": no request has used ${unused}.`);
  }

  async #expectMessage(fields: ExpectedFields, end: RequestPattern): Promise<JournalEntry> {
    const pattern: RequestPattern = { operation: 'submitFeedback', ...end };
    if (Object.keys(requireJson('The fields', fields)).length > 0) pattern.body = fields;
    const [entry] = await this.expectRequests(pattern, { exactly: 1 });
    return entry as JournalEntry;
  }

  /**
   * Requires that a request and its response conform to the contract.
   * @param rules the rules to check
   */
  #requireConforming({ violations }: JournalEntry, rules: RegExp) {
    const found = violations.filter(({ rule }) => rules.test(rule));
    if (found.length === 0) return;
    const messages = found.map(({ message }) => message);
    throw this.#session.createError('The message or its response violates the contract.', messages);
  }
}

/** Rejects a second argument, such as a number of messages, which would be ignored. */
function requireAlone(call: string, others: readonly unknown[]) {
  if (others.length === 0) return;
  throw new TypeError(`${call}: expected the fields alone; expectRequests takes a number.`);
}

/** Makes `await tester.expectDelivered` throw, which would check nothing without a call. */
function rejectAwait(call: string, run: object) {
  Object.defineProperty(run, 'then', {
    value() {
      throw new TypeError(`${call} is awaited, but not called.`);
    },
  });
}
