import { hostname } from 'node:os';
import { inspect, isDeepStrictEqual } from 'node:util';
import { type CaptchaBehaviour, captchaBehaviours } from '../captcha/captchaBehaviours.ts';
import type { JournalEntry } from '../journal/journalEntry.ts';
import type { EndCondition, RequestConditions } from '../journal/journalFilter.ts';
import { fieldOperators } from '../journal/parseFilter.ts';
import type { BodyField, OperationId } from '../scenarios/operationRequest.ts';
import type { ScenarioSource } from '../scenarios/scenario.ts';
import { expectedName, validName } from '../scenarios/testerName.ts';

export type { JournalEntry } from '../journal/journalEntry.ts';

export interface TesterOptions {
  /** That of the product's host, which forwards `/mock/`, or of a mock; by default `MOCK_URL` or `http://localhost:3000`. */
  url?: string;
  /** How long to wait for requests and for their end, 10 seconds by default. Through the host at most 20 seconds. */
  timeoutMs?: number;
  /** How long an upper limit, `journal` and the end wait for a request too many, 250 by default. */
  settleMs?: number;
  /** The title of the test, for errors. */
  test?: string;
}

/** The whole value, or a part of it and a regular expression such as `/^hello/i`. */
export type ExpectedText = string | { contains?: string; matches?: string };

/** Fields of a request body: `{ text: 'Hello' }`. A number differs from its digits as a string. */
export type ExpectedFields = Readonly<Partial<Record<BodyField, ExpectedText | number | boolean>>>;

/** A filter of the journal; the name is the tester's. `{}` selects all of its requests. */
export type RequestFilter = EndCondition &
  Omit<RequestConditions, 'name' | 'operation' | 'body' | 'header' | 'query'> & {
    operation?: OperationId | readonly OperationId[];
    body?: ExpectedFields;
    header?: Readonly<Record<string, ExpectedText>>;
    query?: Readonly<Record<string, ExpectedText>>;
  };

export type Expectation =
  | { exactly: number }
  | { atLeast: number; atMost?: number }
  | { atMost: number };

/** Scenarios by id, as in the data file. An id may have one for each operation. */
export type NewScenarios = Readonly<Record<string, NewScenario | readonly NewScenario[]>>;
type NewScenario = Omit<ScenarioSource, 'operation'> & { operation?: OperationId };

/** The mock is not as a test expects it, or cannot be reached. */
export class MockError extends Error {
  override readonly name = 'MockError';
}

/** A test may replace it. */
const { fetch } = globalThis;

export const defaultUrl = () => process.env.MOCK_URL ?? 'http://localhost:3000';

/**
 * Begins to look at the requests under a name, and forgets what was there before.
 * @param name up to 40 letters, digits, `-` and `_`; a random one by default
 * @throws {MockError} if there is no mock
 * @example
 * const tester = await forTester();
 * await page.goto(tester.pageUrl('daily-harvest'));
 * // Write a message and submit it.
 * await tester.expectDelivered({ text: 'I read you every morning.' });
 * await tester.finish();
 */
export async function forTester(name = randomName(), options: TesterOptions = {}): Promise<Tester> {
  if (!validName.test(name))
    throw new TypeError(`The name of a tester: expected ${expectedName}, got ${name}.`);
  requireNames('The options', options, ['url', 'timeoutMs', 'settleMs', 'test']);
  const tester = new Tester(name, options);
  await tester.begin();
  return tester;
}

const randomName = () => `t${crypto.randomUUID().slice(0, 8)}`;

/**
 * What a test needs of the mock, limited to the requests under its name since it began. Once anything has removed one
 * of them, every call throws a `MockError` that says what did it and when.
 */
export class Tester {
  /** The name without a dot: `anna`. */
  readonly name: string;
  /** The mock's URL without a trailing slash. */
  readonly url: string;
  /** The console, with only the requests of this tester. */
  readonly consoleUrl: string;

  readonly #title: string;
  readonly #settings: { timeout: number; settle: number };
  /** Where its requests begin in the journal. */
  #since = '';
  #hadRequests = false;
  #mayBeQuiet = false;
  readonly #allowed: string[] = [];
  readonly #running = new Set<string>();
  readonly #end = new AbortController();

  /** Use `forTester`. */
  constructor(name: string, { url, timeoutMs, settleMs, test }: TesterOptions) {
    this.name = name;
    this.url = (url ?? defaultUrl()).replace(/\/+$/, '');
    this.consoleUrl = `${this.url}/mock/?view=requests&name=${name}`;
    this.#title = test ?? name;
    this.#settings = { timeout: timeoutMs ?? 10_000, settle: settleMs ?? 250 };
  }

  /** Adds the name to a brief id, a user name or the id of a scenario: `flaky-brief.anna`. */
  id = (id: string): string => {
    this.#end.signal.throwIfAborted();
    if (typeof id === 'string' && id !== '') return `${id}.${this.name}`;
    throw new TypeError(`id: expected that of a brief, a user or a scenario, got "${id}".`);
  };

  /** The URL of the feedback page of a brief or scenario, perhaps with an outcome of the captcha stand-in. */
  pageUrl = (id: string, captcha?: CaptchaBehaviour): string => {
    const brief = encodeURIComponent(this.id(id));
    const page = `${this.url}/app/subscriber-feedback/3141592/${brief}/contact`;
    if (captcha === undefined) return page;
    if (Object.hasOwn(captchaBehaviours, captcha)) return `${page}?captcha=${captcha}`;
    const names = Object.keys(captchaBehaviours).join(', ');
    throw new TypeError(`captcha: expected one of ${names}, got "${captcha}".`);
  };

  /** The requests that match, oldest first. Waits `settleMs` for more, and for pending ones that may still match. */
  journal = async (filter: RequestFilter): Promise<JournalEntry[]> => {
    return this.#check('journal', encodeFilter(filter));
  };

  /**
   * Waits until as many requests match, and returns them. Those that are pending and may still match are waited for;
   * an upper limit must also hold after `settleMs`.
   * @example await tester.expectRequests({ operation: 'submitFeedback' }, { exactly: 1 });
   */
  expectRequests = async (
    filter: RequestFilter,
    expectation: Expectation,
  ): Promise<JournalEntry[]> => {
    requireNames('The number of requests', expectation, ['exactly', 'atLeast', 'atMost']);
    const query = encodeFilter(filter);
    for (const [key, value] of Object.entries(expectation)) query.append(key, `${value}`);
    return this.#check('expect', query);
  };

  /** Waits for a message, and checks that exactly one got a complete 2xx response and both conform to the contract. */
  expectDelivered = async (
    fields: ExpectedFields,
  ): Promise<JournalEntry & { deliveredTo: string }> => {
    const entry = await this.#expectMessage(fields, { status: '2xx' }, /^/);
    return { ...entry, deliveredTo: entry.forwardedTo ?? 'mock' };
  };

  /** Waits for a message, and checks that exactly one was sent and conforms to the contract, whatever the response. */
  expectAttempt = async (fields: ExpectedFields): Promise<JournalEntry> => {
    return this.#expectMessage(fields, {}, /^request\./);
  };

  /** Adds scenarios for this tester only, until its next reset or its end. */
  addScenarios = async (scenarios: NewScenarios): Promise<void> => {
    const text = JSON.stringify({ scenarios: requireJson('The scenarios', scenarios) });
    await this.#call('scenarios', new URLSearchParams(), {}, text);
  };

  /** Lets `reset` and `finish` accept requests with an unknown id, or that violate the contract. */
  allowUnexpected = (filter: RequestFilter): void => {
    this.#end.signal.throwIfAborted();
    this.#allowed.push(`${encodeFilter(filter)}`);
  };

  /** Accepts that no request at all comes under the name. */
  allowNoRequests = (): void => {
    this.#end.signal.throwIfAborted();
    this.#mayBeQuiet = true;
  };

  /** Forgets attempts, sessions, scenarios and requests, unless one of these was unexpected. */
  reset = async (): Promise<void> => {
    await this.#review(true);
    await this.begin();
  };

  /** Ends the tester; the fixtures call it. Fails for unfinished calls, unexpected requests, and for none at all. */
  finish = async ({ hasPassed = true } = {}): Promise<void> => {
    try {
      if (hasPassed && this.#running.size > 0)
        throw this.#createError('Calls that have not settled:', [...this.#running]);
      if (hasPassed) await this.#review(this.#mayBeQuiet || this.#hadRequests);
      if (hasPassed) await this.begin();
    } finally {
      // What still runs ends with the test, and a later call would be about requests that belong to nobody.
      this.#end.abort(new MockError(`A call after the end of the test "${this.#title}".`));
    }
  };

  /** Forgets everything under the name, and begins after it. */
  async begin(): Promise<void> {
    const by = `process ${process.pid} on ${hostname()}, test "${this.#title}"`;
    const { since, entries } = await this.#send(
      'reset',
      new URLSearchParams({ name: this.name, by }),
    );
    if (!/^[\da-f]{8}:\d+$/.test(`${since}`))
      throw this.#createError('The mock has not responded.');
    this.#hadRequests ||= this.#since !== '' && Number(entries) > 0;
    this.#since = `${since}`;
  }

  /** @param rules the rules of the contract that the message and its response must keep */
  async #expectMessage(fields: ExpectedFields, conditions: RequestFilter, rules: RegExp) {
    const message = Object.keys(requireJson('The fields', fields)).length > 0 && { body: fields };
    const filter = { operation: 'submitFeedback', ...message, ...conditions } as const;
    const [entry] = await this.expectRequests(filter, { exactly: 1 });
    const violations = entry?.violations.filter(({ rule }) => rules.test(rule)) ?? [];
    if (entry && violations.length === 0) return entry;
    const messages = violations.map((one) => one.message);
    throw this.#createError('The message or its response violates the contract.', messages);
  }

  /** Fails for what no test has asked about, and perhaps if nothing came at all. */
  async #review(mayBeQuiet: boolean) {
    const query = new URLSearchParams({ unexpected: 'true', exactly: '0' });
    for (const one of this.#allowed) query.append('except', one);
    await this.#check('expect', query, mayBeQuiet);
  }

  async #check(path: string, query: URLSearchParams, noRequests = this.#mayBeQuiet) {
    const reply = await this.#call(path, query, { ...this.#settings, noRequests });
    return reply.entries as JournalEntry[];
  }

  /** A call about the requests since the beginning. */
  async #call(path: string, query: URLSearchParams, settings: object, content?: string) {
    this.#end.signal.throwIfAborted();
    const what = `${path} ${decodeURIComponent(`${query}`)}`;
    const since = this.#since;
    for (const [key, value] of Object.entries({ ...settings, name: this.name, since }))
      query.append(key, `${value}`);
    // One without `await` leaves the set when it was right, or has become an unhandled rejection.
    this.#running.add(what);
    const body = await this.#send(path, query, content).finally(() => this.#running.delete(what));
    if (body.since === since) return body;
    throw this.#createError(`Expected a response of the mock, got ${JSON.stringify(body)}.`);
  }

  /** @throws {MockError} unless the response has a status of 2xx */
  async #send(path: string, query: URLSearchParams, content?: string) {
    const method = path === 'journal' ? 'GET' : 'POST';
    const { signal } = this.#end;
    const init = content === undefined ? { method, signal } : { method, signal, body: content };
    const response = await fetch(`${this.url}/mock/${path}?${query}`, init).catch(
      (cause: Error) => {
        signal.throwIfAborted();
        const reason = cause.cause instanceof Error ? cause.cause.message : cause.message;
        const expected = 'expected a running mock; start it with npm start, or set MOCK_URL';
        throw new MockError(`${this.url}: ${expected} (${reason}).`, { cause });
      },
    );
    const text = await response.text();
    const body = parseObject(text);
    if (response.ok) return body;
    // The console no longer has what was removed.
    if (response.status === 410) throw new MockError(String(body.detail));
    if (typeof body.detail === 'string') throw this.#createError(body.detail, body.details);
    const got = `status ${response.status} and ${JSON.stringify(text.slice(0, 60))}`;
    throw new MockError(`${this.url}: expected a response of the mock, got ${got}.`);
  }

  #createError(message: string, details: unknown = []) {
    const lines = [details].flat().map((line) => `  ${line}`);
    return new MockError([message, ...lines, `See ${this.consoleUrl}`].join('\n'));
  }
}

/** @throws {TypeError} for anything that JSON changes or leaves out: undefined, a promise, a `Map` */
function requireJson<Value extends object>(what: string, value: Value): Value {
  const isPlain = Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (isPlain && isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value)) return value;
  const got = inspect(value, { breakLength: Infinity });
  throw new TypeError(
    `${what}: expected an object of JSON, got ${got}. A regular expression is a text.`,
  );
}

/** @throws {TypeError} for a name that would be ignored */
function requireNames(what: string, value: object, names: readonly string[]) {
  const unknown = Object.keys(requireJson(what, value)).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`${what}: expected ${names.join(', ')}, got ${unknown}.`);
}

// A whole value has no operator: in a body it has a type, in JSON.
const { is: _, equals, ...operators } = fieldOperators;

/** `{ status: 500, body: { text: { contains: 'a' } } }` as `status=500&body.text*=a`. The mock rejects what is none. */
function encodeFilter(filter: object): URLSearchParams {
  const pairs = Object.entries(requireJson('The filter', filter)).flatMap(
    ([name, value]): string[][] => {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        return [value].flat().map((one) => [name, `${one}`]);
      return entriesOf(name, value).flatMap(([field, expected]) => {
        const path = `${name}.${field}`;
        if (typeof expected !== 'object')
          return [
            name === 'body' ? [path + equals, JSON.stringify(expected)] : [path, `${expected}`],
          ];
        return entriesOf(path, expected).map(([part, text]) => {
          if (Object.hasOwn(operators, part))
            return [path + operators[part as 'contains'], `${text}`];
          throw new TypeError(
            `${path}: expected ${Object.keys(operators).join(' or ')}, got ${part}.`,
          );
        });
      });
    },
  );
  return new URLSearchParams(pairs as [string, string][]);
}

function entriesOf(name: string, value: unknown): [string, unknown][] {
  const entries = Object.entries(Object(value));
  if (entries.length > 0) return entries;
  throw new TypeError(`${name}: expected at least one field, got ${JSON.stringify(value)}.`);
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
