import { hostname } from 'node:os';
import type { JournalEntry } from '../journal/journalEntry.ts';
import { callMock, type MockCall, MockError } from './mockClient.ts';

export interface TesterOptions {
  /** A URL of the product's host, which forwards `/mock/`, or of a mock. Its path is ignored. */
  url?: string;
  /** How long to wait for requests and for their end, 10 seconds by default. Through the host at most 20 seconds. */
  timeoutMs?: number;
  /** How long an upper limit, `journal` and the end wait for a request too many, 250 by default. */
  settleMs?: number;
  /** The title of the test, for errors. */
  test?: string;
}

export type SessionOptions = TesterOptions & { url: string };

/** What a beginning has removed. */
interface Removed {
  entries: number;
  unusedScenarios: readonly string[];
}

/**
 * The calls of a test to the mock, about the requests under a name since it began. All of them go through `#send`, so
 * that none outlives the test.
 */
export class MockSession {
  readonly title: string;
  readonly consoleUrl: string;
  /** Aborted at the end of the test. */
  readonly signal: AbortSignal;

  readonly #name: string;
  readonly #url: string;
  readonly #times: { timeout: string; settle: string };
  /** The calls that have not settled. */
  readonly #running = new Set<{ readonly what: string }>();
  readonly #end = new AbortController();
  /** The position of the journal after which the requests come. */
  #since = '';

  constructor(name: string, { url, timeoutMs = 10_000, settleMs = 250, test }: SessionOptions) {
    this.title = test ?? name;
    this.consoleUrl = `${url}/mock/?view=requests&name=${name}`;
    this.signal = this.#end.signal;
    this.#name = name;
    this.#url = url;
    this.#times = { timeout: `${timeoutMs}`, settle: `${settleMs}` };
  }

  /** Forgets everything under the name. What comes after it is of this test. */
  async begin(): Promise<Removed> {
    const by = `process ${process.pid} on ${hostname()}, test "${this.title}"`;
    const query = new URLSearchParams({ name: this.#name, by });
    const { since, entries, unusedScenarios } = await this.#send({ path: 'reset', query });
    if (!/^[\da-f]{8}:\d+$/.test(`${since}`))
      throw new MockError(`${this.#url}: expected a mock, got a response without a position.`);

    this.#since = `${since}`;
    return {
      entries: Number(entries),
      unusedScenarios: [unusedScenarios ?? []].flat() as string[],
    };
  }

  /** The requests of a check, which waits for them. */
  async check(
    path: 'expect' | 'journal',
    query: URLSearchParams,
    allowsNoRequests: boolean,
  ): Promise<JournalEntry[]> {
    const settings = { ...this.#times, noRequests: `${allowsNoRequests}` };
    const { entries } = await this.#callSince({ path, query }, settings);
    return entries as JournalEntry[];
  }

  async addScenarios(content: string): Promise<void> {
    await this.#callSince({ path: 'scenarios', query: new URLSearchParams(), content }, {});
  }

  /** @throws {MockError} that names the calls which have not settled */
  requireSettled(): void {
    if (this.#running.size === 0) return;
    const calls = [...this.#running].map(({ what }) => what);
    throw this.createError('Calls that are still running at the end:', calls);
  }

  /** A wait that goes on would use the timers of the next test, and a later call the requests of nobody. */
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

  async #callSince(call: Omit<MockCall, 'signal'>, settings: Readonly<Record<string, string>>) {
    const { query } = call;
    const running = { what: `${call.path} ${decodeURIComponent(`${query}`)}` };
    const since = this.#since;
    for (const [key, value] of Object.entries({ ...settings, name: this.#name, since }))
      query.append(key, value);

    this.#running.add(running);
    const body = await this.#send(call).finally(() => this.#running.delete(running));
    if (body.since === since) return body;
    const got = JSON.stringify(body).slice(0, 60);
    throw new MockError(`${this.#url}: expected a response of the mock, got ${got}.`);
  }

  /** @throws {MockError} unless the mock responds with a status of 2xx */
  async #send(call: Omit<MockCall, 'signal'>) {
    const { signal } = this;
    signal.throwIfAborted();
    const { status, body } = await callMock(this.#url, { ...call, signal });
    // The console no longer has what was removed.
    if (status === 410) throw new MockError(`${body.detail}`);
    if (status > 299) throw this.createError(`${body.detail}`, body.details);
    return body;
  }
}
