import { randomBytes } from 'node:crypto';
import { isBusy, type SecurityScheme } from '#contract';
import { hasSingleUseValue, replaceSingleUseValue } from '../cases/singleUsePlaceholder.ts';
import { mayEndSession } from '../checks/isWrite.ts';
import {
  type Case,
  type Exchange,
  isSuccess,
  type Received,
  type Session,
  type SkippedCase,
  type SkipReason,
  type VerifyOptions,
} from '../model.ts';
import { headerOf } from '../send/addCredential.ts';
import { createSecrets } from '../send/createSecrets.ts';
import { Sender } from '../send/Sender.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { findReasonToSkip, isGone, isWrongPassword } from './findReasonToSkip.ts';

/** A client that sends requests, with or without a session. */
export interface Client {
  /** The session whose cookies it sends; undefined for no cookies. */
  session?: Session | undefined;
  /** The exchanges to repeat before a request; the steps of the session by default. */
  steps?: readonly Exchange[] | undefined;
  /** Returns the session just before each request, instead of `session`; null if it cannot begin. */
  prepare?: (() => Promise<Session | undefined | null>) | undefined;
  /** Decides after a failed case whether it is sent again. The second result then replaces the first. */
  recover?: ((exchange: Exchange) => Promise<boolean>) | undefined;
  /** The reason why the client cannot send anything; undefined if it can. */
  missing?: SkipReason | undefined;
}

/** The number of lost responses after which nothing is repeated, because the server may not respond any more. */
const maxLost = 5;

/** The exchange after which a server is taken to have stopped. */
interface Stop {
  exchange: Exchange;
  /** The exchanges without a response before it, the first of which may be the cause. */
  lost: readonly Exchange[];
}

/** Sends cases unless there is a reason not to, and records what a run has sent and skipped. */
export class CaseSender {
  readonly exchanges: Exchange[] = [];
  readonly skipped: SkippedCase[] = [];
  readonly secrets;
  /** Set once the server has stopped. */
  stop: Stop | undefined;
  readonly #options: VerifyOptions;
  readonly #sender: Sender;
  readonly #runId = randomBytes(4).toString('hex');
  #singleUseCount = 0;
  #lostCount = 0;

  constructor(options: VerifyOptions) {
    this.secrets = createSecrets(options);
    this.#options = options;
    this.#sender = new Sender(options);
  }

  get sentCount(): number {
    return this.#sender.sentCount;
  }

  /**
   * Sends a case, and again while the server is too busy for it.
   * @param together the requests that are sent at the same time
   * @returns the exchange, and the responses of the busy server before; undefined if the case was not sent, or the server
   * has stopped
   */
  async send(
    planned: Case,
    client: Client,
    together: readonly WireRequest[] = [],
  ): Promise<{ exchange: Exchange; busy: readonly Received[] } | undefined> {
    const testCase = this.refresh(planned);
    const skipped = this.#findReasonToSkip(testCase);
    if (skipped) {
      this.skip(testCase, skipped);
      return undefined;
    }
    const session = client.prepare ? await client.prepare() : client.session;
    if (session === null) {
      this.skip(testCase, { reason: 'the sign-in fails' });
      return undefined;
    }
    if (together.length === 0) await this.#sender.limiter.waitForTurn();
    const request = this.#complete(testCase, session);
    const mayRetry = !isWrongPassword(testCase, this.#options);
    const { response, busy } = await this.#sender.send(request, mayRetry);
    const steps = (client.steps ?? session?.steps)?.slice() ?? [];
    const earlier = this.exchanges.slice();
    const exchange = { ...testCase, request, response, earlier, steps, together };
    this.#learn(exchange, busy, session);
    if (isGone(exchange, this.exchanges)) {
      const last = earlier.findLastIndex((it) => it.response.error === undefined);
      this.stop ??= { exchange, lost: earlier.slice(last + 1) };
      return undefined;
    }
    this.exchanges.push(exchange);
    return { exchange, busy };
  }

  /** Waits until cases may be sent at the same time, and resolves to their complete requests. */
  async prepareTogether(
    cases: readonly Case[],
    sessionOf: (testCase: Case) => Session | undefined,
  ): Promise<WireRequest[]> {
    const sent = cases.filter((testCase) => !this.#findReasonToSkip(testCase));
    await this.#sender.limiter.waitForTurn(sent.length);
    return sent.map((testCase) => this.#complete(testCase, sessionOf(testCase)));
  }

  /**
   * Sends a request once more, on a new connection by default, without recording it; undefined if the server is too busy,
   * or the response is lost.
   */
  async repeat(
    exchange: Exchange,
    request: WireRequest = { ...exchange.request, reusesConnection: false },
  ): Promise<Exchange | undefined> {
    if (this.stop || this.#lostCount >= maxLost) return undefined;

    await this.#sender.limiter.waitForTurn();
    const { response } = await this.#sender.send(request, true);
    const isLost = response.error !== undefined && exchange.response.error === undefined;
    if (isLost) this.#lostCount += 1;
    return isLost || isBusy(response.status) ? undefined : { ...exchange, request, response };
  }

  /** Replaces the placeholder of a single-use value in a case by a new value. */
  refresh(testCase: Case): Case {
    if (!hasSingleUseValue(testCase.request)) return testCase;

    this.#singleUseCount += 1;
    const value = `contract-check-${this.#runId}-${this.#singleUseCount}`;
    return { ...testCase, request: replaceSingleUseValue(testCase.request, value) };
  }

  /** Records that a case is not sent. */
  skip(
    { operation, description }: Pick<Case, 'operation' | 'description'>,
    { reason, option }: SkipReason,
  ): void {
    this.skipped.push({ operation, description, reason, option });
  }

  #findReasonToSkip(testCase: Case) {
    if (this.stop) return { reason: 'the server does not respond any more' };
    return findReasonToSkip(testCase, this.exchanges, this.#options);
  }

  #complete(testCase: Case, session: Session | undefined): WireRequest {
    const cookies = session ? cookieHeader(session) : {};
    return this.#sender.complete(testCase.request, cookies, testedHeaders(testCase, session));
  }

  /** Records session ids for the report, and the steps of a session for later requests. */
  #learn(exchange: Exchange, busy: readonly Received[], session: Session | undefined): void {
    const responses = [...busy, exchange.response];
    for (const { id } of responses.flatMap(sessionSecrets)) this.secrets.addSession(id);
    const mayChange =
      exchange.role === 'sign-in' || mayEndSession(this.#options.contract, exchange);
    if (session && mayChange && isSuccess(exchange)) session.steps.push(exchange);
  }
}

function cookieHeader({ cookies }: Session): WireRequest['headers'] {
  if (cookies.size === 0) return {};
  return { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
}

/** Finds the headers that the options must not add because a case tests credentials, in lower case. */
function testedHeaders({ expected, operation }: Case, session: Session | undefined): string[] {
  const isCookie = ({ in: place }: SecurityScheme) => place === 'cookie';
  const tested = operation.security.flatMap((schemes) =>
    session && schemes.some(isCookie) ? schemes.filter(isCookie) : schemes,
  );
  return expected === 'unauthorized' ? tested.map(headerOf) : [];
}
