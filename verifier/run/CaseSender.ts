import { randomBytes } from 'node:crypto';
import { isBusy, type SecurityScheme } from '#contract';
import { hasOnceValue, replaceOnceValue } from '../cases/onceValue.ts';
import { mayEndSession } from '../checks/isWrite.ts';
import {
  type Case,
  type Exchange,
  isSuccess,
  type Received,
  type Session,
  type SkippedCase,
  type VerifyOptions,
} from '../model.ts';
import { headerOf } from '../send/addCredential.ts';
import { createSecrets } from '../send/createSecrets.ts';
import { Sender } from '../send/Sender.ts';
import { sessionSecrets } from '../send/sessionSecrets.ts';
import type { WireRequest } from '../send/wireRequest.ts';
import { findReasonToSkip, isGone, isWrongPassword } from './findReasonToSkip.ts';

/** Who sends a request. */
export interface Client {
  /** None for a client without cookies. */
  session?: Session | undefined;
  /** Gives the session just before each request, for cases that begin or end sessions; null if there is none. */
  prepare?: (() => Promise<Session | undefined | null>) | undefined;
  /** Whether a case that fails is sent again in place of the first time. */
  recover?: ((exchange: Exchange) => Promise<boolean>) | undefined;
  /** Why the client cannot send anything; undefined if it can. */
  missing?: Pick<SkippedCase, 'reason' | 'option'> | undefined;
}

/** The server has stopped to respond. */
interface End {
  exchange: Exchange;
  /** The requests without a response before it, the first of which may be the cause. */
  lost: readonly Exchange[];
}

/** Sends one case at a time within the limits, and keeps what a run has sent and left out. */
export class CaseSender {
  readonly exchanges: Exchange[] = [];
  readonly skipped: SkippedCase[] = [];
  readonly secrets;
  /** Undefined as long as the server responds. */
  end: End | undefined;
  readonly #options: VerifyOptions;
  readonly #sender: Sender;
  readonly #runId = randomBytes(4).toString('hex');
  #onceCount = 0;

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
   * @returns the exchange and the responses before its own; undefined if there is none, or the server has stopped
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
    const request = this.#complete(testCase, session);
    const mayRetry = !isWrongPassword(testCase, this.#options);
    const { response, busy } = await this.#sender.send(request, mayRetry);
    const { members: _, ...sent } = testCase;
    const steps = session?.steps.slice() ?? [];
    const earlier = this.exchanges.slice();
    const exchange = { ...sent, request, response, earlier, steps, together };
    this.#learn(exchange, session);
    if (isGone(exchange, this.exchanges)) {
      const lastAnswer = earlier.findLastIndex((it) => it.response.error === undefined);
      this.end ??= { exchange, lost: earlier.slice(lastAnswer + 1) };
      return undefined;
    }
    this.exchanges.push(exchange);
    return { exchange, busy };
  }

  /** Waits until cases may be sent at the same time, and resolves to their requests. */
  async prepareTogether(cases: readonly Case[], session: Session | undefined) {
    const sent = cases.filter((testCase) => !this.#findReasonToSkip(testCase));
    await this.#sender.limiter.waitForTurn(sent.length);
    return sent.map((testCase) => this.#complete(testCase, session));
  }

  /** Sends a request once more; undefined if the response shows nothing. */
  async repeat(exchange: Exchange): Promise<Exchange | undefined> {
    const { response } = await this.#sender.send(exchange.request, true);
    const isUnknown = isBusy(response.status) || response.isUnreachable;
    return isUnknown ? undefined : { ...exchange, response };
  }

  /** The case with a value of its own in place of one that can be used once. */
  refresh(testCase: Case): Case {
    if (!hasOnceValue(testCase.request)) return testCase;

    this.#onceCount += 1;
    const value = `contract-check-${this.#runId}-${this.#onceCount}`;
    return { ...testCase, request: replaceOnceValue(testCase.request, value) };
  }

  skip(
    { operation, description }: Pick<Case, 'operation' | 'description'>,
    { reason, option }: Pick<SkippedCase, 'reason' | 'option'>,
  ): void {
    this.skipped.push({ operation, description, reason, option });
  }

  #findReasonToSkip(testCase: Case) {
    if (this.end) return { reason: 'the server does not respond any more' };
    return findReasonToSkip(testCase, this.exchanges, this.#options);
  }

  #complete(testCase: Case, session: Session | undefined): WireRequest {
    const cookies = session ? cookieHeader(session) : {};
    return this.#sender.complete(testCase.request, cookies, testedHeaders(testCase, session));
  }

  /** Keeps what later requests and the report need of a response. */
  #learn(exchange: Exchange, session: Session | undefined): void {
    for (const { id } of sessionSecrets(exchange.response)) this.secrets.addSession(id);
    const mayChange =
      exchange.role === 'sign-in' || mayEndSession(this.#options.contract, exchange);
    if (session && mayChange && isSuccess(exchange)) session.steps.push(exchange);
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
