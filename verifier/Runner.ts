import { randomBytes } from 'node:crypto';
import { headerText, isBusy, type Operation } from '#contract';
import { onceValue } from './cases/baseValues.ts';
import { escapeAll } from './cases/bodyRows.ts';
import { isSafeMethod, isWriteOperation } from './checks/isWriteOperation.ts';
import { findCredentialFields, requestFields } from './checks/requestFields.ts';
import { createChecks } from './checks/runChecks.ts';
import {
  type Case,
  type Exchange,
  type Failure,
  isSuccess,
  type Received,
  type Session,
  type SkippedCase,
  type VerifyOptions,
} from './model.ts';
import { percentEncode } from './send/alterText.ts';
import { createSecrets, toVariable } from './send/createSecrets.ts';
import { Sender } from './send/Sender.ts';
import { sessionSecrets } from './send/sessionSecrets.ts';
import type { WireRequest } from './send/wireRequest.ts';

export interface RunOptions {
  /** The client that sends the request; one without cookies by default. */
  session?: Session | undefined;
  /** What must have been sent before to get the same response, besides what the session needs. */
  after?: readonly Exchange[];
}

const maxWrongPasswords = 2;
/** After this many requests in a row without a response in time, an operation is left alone. */
const maxTimeouts = 5;

/** Sends cases and checks the responses. Every request of a run passes through it, so that the limits are here. */
export class Runner {
  readonly options: VerifyOptions;
  readonly secrets;
  readonly exchanges: Exchange[] = [];
  readonly failures: Failure[] = [];
  readonly skipped: SkippedCase[] = [];
  readonly #sender: Sender;
  readonly #check: ReturnType<typeof createChecks>;
  readonly #runId = randomBytes(4).toString('hex');
  /** The failures of which one was repeated, by check and message. */
  readonly #repeatedKinds = new Set<string>();
  readonly #timeoutCounts = new Map<Operation, number>();
  #wrongPasswordCount = 0;
  #onceCount = 0;
  #isStopped = false;

  constructor(options: VerifyOptions) {
    this.options = options;
    this.secrets = createSecrets(options);
    this.#sender = new Sender(options);
    this.#check = createChecks(options);
  }

  get sentCount(): number {
    return this.#sender.sentCount;
  }

  /** Undefined if the case was not sent. The members of a group that fails are sent one by one. */
  async run(testCase: Case, options: RunOptions = {}): Promise<Exchange | undefined> {
    const countBefore = this.failures.length;
    const exchange = await this.#send(testCase, options, []);
    const { members = [] } = testCase;
    const hasFailed = this.failures.length > countBefore;
    if (!exchange || !hasFailed || members.length === 0 || isBusy(exchange.response.status))
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
    const sent = ready.filter((testCase) => !this.#findReasonToSkip(testCase));
    const together = sent.map(({ request }) => this.#complete(request, ready[0], options));
    await this.#sender.limiter.waitForTurn(sent.length);
    return Promise.all(ready.map((testCase) => this.#send(testCase, options, together)));
  }

  /** The case with a value of its own in place of one that can be used once. */
  refresh(testCase: Case): Case {
    const { request } = testCase;
    const { body } = request;
    if (!hasOnceValue(request)) return testCase;

    this.#onceCount += 1;
    const value = `contract-check-${this.#runId}-${this.#onceCount}`;
    const replace = (text: string) =>
      encodings.reduce((it, encode) => it.replaceAll(encode(onceValue), encode(value)), text);
    const target = replace(request.target);
    if (!body) return { ...testCase, request: { ...request, target } };

    const changed = Buffer.from(replace(body.toString('latin1')), 'latin1');
    return { ...testCase, request: { ...request, target, body: changed } };
  }

  skip(testCase: Pick<Case, 'operation' | 'description'>, reason: string, option?: string): void {
    const { operation, description } = testCase;
    this.skipped.push({ operation, description, reason, option });
  }

  /** Adds what only several exchanges show. */
  report(failure: Failure): void {
    if (!this.options.skipChecks.has(failure.check)) this.failures.push(failure);
  }

  async #send(
    planned: Case,
    options: RunOptions,
    together: readonly WireRequest[],
  ): Promise<Exchange | undefined> {
    const testCase = this.refresh(planned);
    const skipped = this.#findReasonToSkip(testCase);
    if (skipped) {
      this.skip(testCase, skipped.reason, skipped.option);
      return undefined;
    }
    if (this.#isWrongPassword(testCase)) this.#wrongPasswordCount += 1;

    const request = this.#complete(testCase.request, testCase, options);
    const { response, busy } = await this.#sender.send(request);
    this.options.onProgress?.(this.sentCount);
    const exchange = this.#createExchange(testCase, { request, response, together }, options);
    this.#learn(exchange, options);
    if (response.isUnreachable) {
      this.#stop(exchange);
      return undefined;
    }
    const ofBusy = busy.flatMap((it) =>
      this.#check({ ...exchange, response: it, isInconclusive: true }),
    );
    const findings = [...ofBusy, ...this.#check(exchange)];
    const failures = findings.map((finding): Failure => ({ ...finding, exchange }));
    if (this.#mayBeRepeated(planned, exchange)) await this.#repeat(failures);
    this.exchanges.push(exchange);
    this.failures.push(...failures);
    return exchange;
  }

  #complete(request: WireRequest, testCase: Case | undefined, { session }: RunOptions) {
    const cookies = session ? cookieHeader(session) : {};
    return this.#sender.complete(request, cookies, testCase ? testedHeaders(testCase) : []);
  }

  #createExchange(
    { members: _, ...testCase }: Case,
    sent: Pick<Exchange, 'request' | 'response' | 'together'>,
    { session, after = [] }: RunOptions,
  ): Exchange {
    return {
      ...testCase,
      ...sent,
      isInconclusive: isInconclusive(testCase, sent.response),
      earlier: this.exchanges.slice(),
      steps: [...(session?.steps ?? []), ...after],
    };
  }

  /** Keeps what later requests and the report need of a response. */
  #learn(exchange: Exchange, { session }: RunOptions): void {
    const { operation, request, response } = exchange;
    for (const { cookie, id } of sessionSecrets(response))
      this.secrets.add(id, `SESSION_${toVariable(cookie)}`);
    const mayEnd = isWriteOperation(this.options.contract, operation) && !request.body;
    if (session && mayEnd && isSuccess(response)) session.steps.push(exchange);

    const count = this.#timeoutCounts.get(operation) ?? 0;
    this.#timeoutCounts.set(operation, response.isTimeout ? count + 1 : 0);
  }

  #findReasonToSkip(testCase: Case): Pick<SkippedCase, 'reason' | 'option'> | undefined {
    const { operation, isWrite, request, role } = testCase;
    const isUnsafe = isWrite || !isSafeMethod(request.method);
    if (isUnsafe && !this.options.allowWrites)
      return { reason: 'it may change data', option: '--allow-writes' };
    if (this.#isStopped) return { reason: 'the server accepts no connections' };
    if ((this.#timeoutCounts.get(operation) ?? 0) >= maxTimeouts)
      return { reason: `${maxTimeouts} requests in a row got no response in time` };

    const isWrong = this.#isWrongPassword(testCase);
    const isLast = isWrong && role === 'wrong password';
    if (!isWrong && this.#wrongPasswordCount > 0)
      return { reason: 'nothing is sent after a wrong password' };
    const { triesWrongPasswords } = this.options;
    const mayBeSent = isLast && triesWrongPasswords && this.#wrongPasswordCount < maxWrongPasswords;
    return isWrong && !mayBeSent ? { reason: 'it has a wrong password of the user' } : undefined;
  }

  /** Of the user who exists, who may be locked out after a few. */
  #isWrongPassword({ operation, request }: Case): boolean {
    const { contract, credentials } = this.options;
    const fields = findCredentialFields(contract, operation);
    if (!fields || !credentials || request.method !== operation.method) return false;

    const sent = requestFields(request.body);
    const { user, password } = credentials;
    return sent.get(fields.user) === user && sent.get(fields.password) !== password;
  }

  /** A crash ends the run, since nothing that follows would show anything. */
  #stop(exchange: Exchange): void {
    if (this.#isStopped) return;

    this.#isStopped = true;
    const message = `Since request ${this.sentCount} the server accepts no connections.`;
    const expected = 'a server that goes on after any request; this is the last one before';
    const last = this.exchanges.at(-1) ?? exchange;
    // That its connection closed is the same failure.
    const isSame = (it: Failure) => it.exchange === last && it.check === 'response_received';
    const at = this.failures.findIndex(isSame);
    if (at >= 0) this.failures.splice(at, 1);
    this.report({ check: 'response_received', message, expected, exchange: last });
  }

  /** Never a write, a value that can be used once, or one of several requests that belong together. */
  #mayBeRepeated({ request, sameAs }: Case, exchange: Exchange): boolean {
    const { isWrite, response, together } = exchange;
    const isRead = !isWrite && isSafeMethod(request.method) && !hasOnceValue(request);
    const isAlone = together.length === 0 && sameAs === undefined;
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
    const { response } = await this.#sender.send(exchange.request);
    if (isBusy(response.status) || response.isUnreachable) return;

    const repeated = { ...exchange, response, isInconclusive: isInconclusive(exchange, response) };
    const again = this.#check(repeated).map(kindOf);
    for (const failure of kinds) failure.isRepeatable = again.includes(kindOf(failure));
  }
}

/** How a request may contain a value. */
const encodings: readonly ((text: string) => string)[] = [(text) => text, escapeAll, percentEncode];

function hasOnceValue({ target, body }: WireRequest): boolean {
  const text = target + (body?.toString('latin1') ?? '');
  return encodings.some((encode) => text.includes(encode(onceValue)));
}

function cookieHeader({ cookies }: Session): WireRequest['headers'] {
  if (cookies.size === 0) return {};
  return { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

/** The headers with the credentials that a case tests, which the options must not add. */
function testedHeaders({ expected, operation }: Case): string[] {
  if (expected !== 'unauthorized') return [];

  return operation.security.flat().map(({ type, in: place, key = '' }) => {
    if (type !== 'apiKey') return 'authorization';
    return place === 'cookie' ? 'cookie' : key.toLowerCase();
  });
}

/** Whether the status is that of a limit, of what HTTP leaves open, or of a value that the server may not have. */
function isInconclusive(
  { tolerated, mayBeUnknown, expected }: Pick<Case, 'tolerated' | 'mayBeUnknown' | 'expected'>,
  { status, headers }: Pick<Received, 'status' | 'headers'>,
): boolean {
  const isUnknown = mayBeUnknown && [401, 403, 404].includes(status) && expected !== 'unauthorized';
  const isLimit =
    status === 429 || (status === 503 && headerText(headers, 'retry-after') !== undefined);
  return isLimit || isUnknown || tolerated.includes(status);
}

function kindOf({ check, message }: Pick<Failure, 'check' | 'message'>): string {
  return `${check} ${message}`;
}
