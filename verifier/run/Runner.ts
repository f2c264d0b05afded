import { randomBytes } from 'node:crypto';
import { isBusy, type SecurityScheme } from '#contract';
import { hasOnceValue, replaceOnceValue } from '../cases/onceValue.ts';
import { isWrite, mayEndSession } from '../checks/isWrite.ts';
import { createChecks } from '../checks/runChecks.ts';
import {
  type Case,
  type Exchange,
  type Failure,
  isSuccess,
  type Session,
  type SkippedCase,
  type VerifyOptions,
} from '../model.ts';
import { headerOf } from '../send/addCredential.ts';
import { createSecrets } from '../send/createSecrets.ts';
import { Sender } from '../send/Sender.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { RunLimits } from './RunLimits.ts';

export interface RunOptions {
  /** The client that sends the request; one without cookies by default. */
  session?: Session | undefined;
  /** Gives the client just before each request, for cases that begin or end sessions; null if there is none. */
  prepare?: (() => Promise<Session | undefined | null>) | undefined;
  /** Whether a case that fails is sent again in place of the first time. */
  recover?: ((exchange: Exchange) => Promise<boolean>) | undefined;
  /** What must have been sent before to get the same response, besides what the session needs. */
  after?: readonly Exchange[];
}

/** Sends cases and checks the responses. Every request of a run passes through it. */
export class Runner {
  readonly options: VerifyOptions;
  readonly secrets;
  readonly exchanges: Exchange[] = [];
  readonly failures: Failure[] = [];
  readonly skipped: SkippedCase[] = [];
  readonly #limits: RunLimits;
  readonly #sender: Sender;
  readonly #check: ReturnType<typeof createChecks>;
  readonly #runId = randomBytes(4).toString('hex');
  /** The failures of which one was repeated, by check and message. */
  readonly #repeatedKinds = new Set<string>();
  #onceCount = 0;

  constructor(options: VerifyOptions) {
    this.options = options;
    this.secrets = createSecrets(options);
    this.#limits = new RunLimits(options);
    this.#sender = new Sender(options);
    this.#check = createChecks(options);
  }

  get sentCount(): number {
    return this.#sender.sentCount;
  }

  /** Undefined if the case was not sent. The members of a group that fails by itself are sent one by one. */
  async run(testCase: Case, options: RunOptions = {}): Promise<Exchange | undefined> {
    const countBefore = this.failures.length;
    const exchange = await this.#send(testCase, options, []);
    const hasFailed = exchange && this.failures.length > countBefore;
    if (hasFailed && (await options.recover?.(exchange))) {
      this.failures.splice(countBefore);
      return this.run(testCase, options);
    }
    const { members = [] } = testCase;
    const isNew = this.failures
      .slice(countBefore)
      .some((it) => it.isRepeatable !== false && !this.#failsAnyway(it));
    if (!exchange || !isNew || members.length === 0 || isBusy(exchange.response.status))
      return exchange;

    const ofGroup = this.failures.splice(countBefore);
    for (const member of members) await this.#send(member, options, []);
    // Only all of them together fail.
    if (this.failures.length === countBefore) this.failures.push(...ofGroup);
    return exchange;
  }

  /** Sends cases at the same time. */
  async runAtOnce(
    cases: readonly Case[],
    options: RunOptions = {},
  ): Promise<(Exchange | undefined)[]> {
    const ready = cases.map((testCase) => this.refresh(testCase));
    const sent = ready.filter((testCase) => !this.#limits.findReasonToSkip(testCase));
    const together = sent.map(({ request }) => this.#complete(request, ready[0], options));
    await this.#sender.limiter.waitForTurn(sent.length);
    return Promise.all(ready.map((testCase) => this.#send(testCase, options, together)));
  }

  /** The case with a value of its own in place of one that can be used once. */
  refresh(testCase: Case): Case {
    if (!hasOnceValue(testCase.request)) return testCase;

    this.#onceCount += 1;
    const value = `contract-check-${this.#runId}-${this.#onceCount}`;
    return { ...testCase, request: replaceOnceValue(testCase.request, value) };
  }

  skip(testCase: Pick<Case, 'operation' | 'description'>, reason: string, option?: string): void {
    const { operation, description } = testCase;
    this.skipped.push({ operation, description, reason, option });
  }

  /** Adds what only several exchanges show. */
  report(failure: Failure): void {
    if (!this.options.skipChecks.has(failure.check)) this.failures.push(failure);
  }

  /** Whether the base request of the operation fails in the same way, so that no member of a group is its cause. */
  #failsAnyway(failure: Failure): boolean {
    const { operation } = failure.exchange;
    return this.failures.some(
      ({ exchange, ...base }) =>
        (exchange.role === 'base' || exchange.role === 'sign-in') &&
        exchange.operation === operation &&
        kindOf(base) === kindOf(failure),
    );
  }

  async #send(
    planned: Case,
    given: RunOptions,
    together: readonly WireRequest[],
  ): Promise<Exchange | undefined> {
    const testCase = this.refresh(planned);
    const skipped = this.#limits.findReasonToSkip(testCase);
    if (skipped) {
      this.skip(testCase, skipped.reason, skipped.option);
      return undefined;
    }
    const session = given.prepare ? await given.prepare() : given.session;
    if (session === null) {
      this.skip(testCase, 'the sign-in fails');
      return undefined;
    }
    const options = { ...given, session };
    const mayRetry = this.#limits.count(testCase);
    const request = this.#complete(testCase.request, testCase, options);
    const { response, busy } = await this.#sender.send(request, mayRetry);
    const exchange = this.#createExchange(testCase, { request, response, together }, options);
    this.#learn(exchange, options);
    if (this.#limits.note(exchange)) {
      this.#stop(exchange);
      return undefined;
    }
    const ofBusy = busy.flatMap((it) => this.#findFailures({ ...exchange, response: it }));
    const failures = this.#findFailures(exchange);
    if (this.#mayBeRepeated(planned, exchange)) await this.#repeat(failures);
    this.exchanges.push(exchange);
    this.failures.push(...ofBusy, ...failures);
    return exchange;
  }

  #findFailures(exchange: Exchange): Failure[] {
    return this.#check(exchange).map((finding) => ({ ...finding, exchange }));
  }

  #complete(request: WireRequest, testCase: Case | undefined, { session }: RunOptions) {
    const cookies = session ? cookieHeader(session) : {};
    return this.#sender.complete(
      request,
      cookies,
      testCase ? testedHeaders(testCase, session) : [],
    );
  }

  #createExchange(
    { members: _, ...testCase }: Case,
    sent: Pick<Exchange, 'request' | 'response' | 'together'>,
    { session, after = [] }: RunOptions,
  ): Exchange {
    return {
      ...testCase,
      ...sent,
      earlier: this.exchanges.slice(),
      steps: [...(session?.steps ?? []), ...after],
    };
  }

  /** Keeps what later requests and the report need of a response. */
  #learn(exchange: Exchange, { session }: RunOptions): void {
    const { response } = exchange;
    for (const { id } of sessionSecrets(response)) this.secrets.addSession(id);
    const mayChange = exchange.role === 'sign-in' || mayEndSession(this.options.contract, exchange);
    if (session && mayChange && isSuccess(exchange)) session.steps.push(exchange);
  }

  /** Ends the run, since nothing that follows would show anything. The first request without a response may be the cause. */
  #stop(exchange: Exchange): void {
    if (!this.#limits.stop()) return;

    const isLost = ({ response }: Exchange) => response.error !== undefined;
    const lost = this.exchanges.slice(this.exchanges.findLastIndex((it) => !isLost(it)) + 1);
    const others = this.failures.filter((failure) => !lost.includes(failure.exchange));
    this.failures.splice(0, this.failures.length, ...others);

    const number = this.sentCount - lost.length;
    const { isUnreachable } = exchange.response;
    const what = isUnreachable ? 'accepts no connections' : 'does not respond';
    this.report({
      check: 'response_received',
      message: `Since request ${number} the server ${what}.`,
      expected: 'a server that goes on after any request; the case may be the cause',
      exchange: lost[0] ?? this.exchanges.at(-1) ?? exchange,
    });
  }

  /** Never a write, a value that can be used once, or one of several requests that belong together. */
  #mayBeRepeated({ request, role }: Case, exchange: Exchange): boolean {
    const { response, together } = exchange;
    const isRead = !isWrite(this.options.contract, exchange) && !hasOnceValue(request);
    const isAlone = together.length === 0 && role !== 'same read';
    return isRead && isAlone && !isBusy(response.status) && !response.isTimeout;
  }

  /** Sends a read that failed once more, the first of each kind of failure, and notes whether it fails again. */
  async #repeat(failures: readonly Failure[]): Promise<void> {
    const kinds = failures.filter(({ isAdvice }) => !isAdvice);
    const isNew = kinds.some((it) => !this.#repeatedKinds.has(kindOf(it)));
    for (const failure of kinds) this.#repeatedKinds.add(kindOf(failure));
    const [first] = kinds;
    if (!isNew || !first) return;

    const { exchange } = first;
    const { response } = await this.#sender.send(exchange.request, true);
    if (isBusy(response.status) || response.isUnreachable) return;

    const repeated = { ...exchange, response };
    const again = this.#check(repeated).map(kindOf);
    for (const failure of kinds) failure.isRepeatable = again.includes(kindOf(failure));
  }
}

function cookieHeader({ cookies }: Session): WireRequest['headers'] {
  if (cookies.size === 0) return {};
  return { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

/** The headers with the credentials that a case tests, which the options must not add: those beside a session stay. */
function testedHeaders({ expected, operation }: Case, session: Session | undefined): string[] {
  const isCookie = ({ in: place }: SecurityScheme) => place === 'cookie';
  const tested = operation.security.flatMap((schemes) =>
    session && schemes.some(isCookie) ? schemes.filter(isCookie) : schemes,
  );
  return expected === 'unauthorized' ? tested.map(headerOf) : [];
}

function kindOf({ check, message }: Pick<Failure, 'check' | 'message'>): string {
  return `${check} ${message}`;
}
