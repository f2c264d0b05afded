import { hostname } from 'node:os';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { callMock, type MockCall, MockError, type MockResponse } from './mockClient.ts';

export interface TesterOptions {
  /** The URL of the product's host, which forwards `/mock/`, or of a mock. Its path is ignored. */
  url?: string;
  /** The time limit for requests to come and to end, 10,000 by default. */
  timeoutMs?: number;
  /** The time for which an upper limit, `journal`, `reset` and `finish` wait for further requests, 250 by default. */
  settleMs?: number;
  /** The title of the test, for errors. */
  test?: string;
}

/**
 * The time limit of one call. A longer wait is split into several calls, because a host in front of the mock limits the
 * time of a call.
 */
const sliceMs = 5000;

export type SessionOptions = TesterOptions & { url: string };

/**
 * The result of a reset: the number of removed requests, and the ids of added scenarios that none of them has selected.
 */
interface Removed {
  entries: number;
  unusedScenarios: readonly string[];
}

/**
 * A test's calls to the mock, about the requests under a name since the test began. All of them are sent by `#send`, so
 * that none continues after the test.
 */
export class MockSession {
  readonly title: string;
  readonly consoleUrl: string;
  /** A signal that aborts at the end of the test. */
  readonly signal: AbortSignal;

  readonly #name: string;
  readonly #url: string;
  readonly #timeoutMs: number;
  readonly #settleMs: number;
  /** The calls that have not settled, for errors. */
  readonly #running = new Set<{ readonly call: string }>();
  readonly #end = new AbortController();
  /** The position of the journal after which the requests come. */
  #since = '';

  constructor(name: string, { url, timeoutMs = 10_000, settleMs = 250, test }: SessionOptions) {
    this.title = test ?? name;
    this.consoleUrl = `${url}/mock/?view=requests&name=${name}`;
    this.signal = this.#end.signal;
    this.#name = name;
    this.#url = url;
    this.#timeoutMs = timeoutMs;
    this.#settleMs = settleMs;
  }

  /** Resets the state under the name. Later requests are those of this test. */
  async begin(): Promise<Removed> {
    const by = `process ${process.pid} on ${hostname()}, test "${this.title}"`;
    const query = new URLSearchParams({ name: this.#name, by });
    const response = await this.#send({ path: 'reset', query });
    const { since, entries, unusedScenarios } = this.#requireSuccess(response);
    if (!/^[\da-f]{8}:\d+$/.test(`${since}`))
      throw new MockError(`${this.#url}: expected a mock, got a response without a position.`);

    this.#since = `${since}`;
    return {
      entries: Number(entries),
      unusedScenarios: [unusedScenarios ?? []].flat() as string[],
    };
  }

  /** Waits for the requests of a check, and returns them. */
  async check(
    path: 'expect' | 'journal/find',
    pattern: object,
    numbers: object,
    allowsNoRequests: boolean,
  ): Promise<JournalEntry[]> {
    const content = JSON.stringify(pattern);
    const call = (timeoutMs: number) => {
      const times = { timeout: timeoutMs, settle: this.#settleMs, noRequests: allowsNoRequests };
      return this.#callSince(path, content, { ...numbers, ...times });
    };
    return this.#run(`${path} ${content} ${JSON.stringify(numbers)}`, async () => {
      let leftMs = this.#timeoutMs;
      let response = await call(Math.min(leftMs, sliceMs));
      while (response.body.isFinal === false && leftMs > sliceMs) {
        leftMs -= sliceMs;
        response = await call(Math.min(leftMs, sliceMs));
      }
      return this.#requireSuccess(response).entries as JournalEntry[];
    });
  }

  async addScenarios(content: string): Promise<void> {
    await this.#run('scenarios', async () =>
      this.#requireSuccess(await this.#callSince('scenarios', content, {})),
    );
  }

  /**
   * Requires that no call is running.
   * @throws {MockError} that names the calls which have not settled
   */
  requireSettled(): void {
    if (this.#running.size === 0) return;
    const calls = [...this.#running].map(({ call }) => call);
    throw this.createError('Calls that are still running at the end:', calls);
  }

  /** Aborts running calls and rejects later ones: they would use the timers or the requests of the next test. */
  end(): void {
    this.#end.abort(
      new MockError(
        `A call after the end of the test "${this.title}", or one that was still running then.`,
      ),
    );
  }

  createError(message: string, details: unknown = []): MockError {
    const lines = [details].flat().map((line) => `  ${line}`);
    return new MockError([message, ...lines, `See ${this.consoleUrl}`].join('\n'));
  }

  /** Runs a call, and lists it as running until it has settled. */
  async #run<Result>(call: string, send: () => Promise<Result>): Promise<Result> {
    const running = { call };
    this.#running.add(running);
    return send().finally(() => this.#running.delete(running));
  }

  /** Sends a call about the requests since the test began. */
  async #callSince(
    path: MockCall['path'],
    content: string,
    settings: object,
  ): Promise<MockResponse> {
    const since = this.#since;
    const query = new URLSearchParams({ name: this.#name, since });
    for (const [key, value] of Object.entries(settings)) query.append(key, `${value}`);
    const response = await this.#send({ path, query, content });
    if (response.status > 299 || response.body.since === since) return response;

    const got = JSON.stringify(response.body).slice(0, 60);
    throw new MockError(`${this.#url}: expected a response of the mock, got ${got}.`);
  }

  async #send(call: Omit<MockCall, 'signal'>): Promise<MockResponse> {
    const { signal } = this;
    signal.throwIfAborted();
    return callMock(this.#url, { ...call, signal });
  }

  /**
   * Returns the body of a response.
   * @throws {MockError} unless the status is 2xx
   */
  #requireSuccess({ status, body }: MockResponse): MockResponse['body'] {
    // Without a link to the console, which no longer has the removed requests.
    if (status === 410) throw new MockError(`${body.detail}`);
    if (status > 299) throw this.createError(`${body.detail}`, body.details);
    return body;
  }
}
