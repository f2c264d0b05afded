import { isLimit } from '../checks/isInconclusive.ts';
import { mayEndSession } from '../checks/isWrite.ts';
import { sentSessionIds, setCookies } from '../checks/sessionCookies.ts';
import { type Case, type Exchange, isClientError, isSuccess, type Session } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';

/** The cases with which sessions of a user begin, are used and end. */
interface SessionCases {
  /** A sign-in with correct credentials. */
  signIn: Case;
  /** A read that needs the session. */
  read: Case;
  /** The name of the session's cookie. */
  cookie: string;
  /** The sign-out; undefined if the contract has none. */
  signOut: Case | undefined;
}

/** The number of sessions that are compared if one is rejected. */
const comparedSessions = 10;

/** The sessions of the user whose credentials the options have. */
export class UserSessions {
  readonly runner: Runner;
  readonly cases: Readonly<SessionCases>;
  /** Whether the user may have several sessions at the same time; undefined until a sign-in is rejected. */
  allowsSeveral: boolean | undefined;
  #hasCompared = false;

  constructor(runner: Runner, cases: SessionCases) {
    this.runner = runner;
    this.cases = cases;
  }

  /**
   * Signs in.
   * @param session the session of the client that signs in; none by default
   * @returns the new session; undefined if the response starts none
   */
  async start(
    description: string,
    session?: Session,
    role: Case['role'] = 'sign-in',
  ): Promise<Session | undefined> {
    const signIn = { ...this.cases.signIn, role, description };
    const exchange = await this.runner.run(signIn, this.createSignInClient(session));
    return exchange && this.read(exchange);
  }

  /** Creates a client for sign-ins, which the server may reject while the user has another session. */
  createSignInClient(session?: Session): Client {
    const prepare = async () => {
      await this.allowSignIn();
      return session;
    };
    return { prepare, recover: (rejected) => this.#isLimited(rejected) };
  }

  /** Creates a client that sends a session; by default, the one that is current at each request. */
  createSessionClient(session?: Session): Client {
    const recover = (rejected: Exchange) => this.#compareOthers(rejected);
    if (session) return { session, recover };
    return { prepare: async () => (await this.getCurrent()) ?? null, recover };
  }

  /** Returns the session that a response starts; undefined if it starts none. */
  read(exchange: Exchange): Session | undefined {
    const session = toSession(exchange);
    return isSuccess(exchange) && session.cookies.has(this.cases.cookie) ? session : undefined;
  }

  /** Returns the session of the last sign-in, or signs in again if that session may have ended. */
  async getCurrent(): Promise<Session | undefined> {
    const { contract } = this.runner.options;
    const session = this.#findLast((it) => mayEndSession(contract, it));
    return session ?? this.start('a sign-in after the end of a session');
  }

  /** Signs out of the current session, if the server would reject the next sign-in because of it. */
  async allowSignIn(): Promise<void> {
    const { signOut } = this.cases;
    if (!signOut || this.allowsSeveral !== false) return;

    const session = this.#findLast(({ operation }) => operation === signOut.operation);
    const description = 'the user signs out before the next sign-in';
    if (session) await this.runner.run({ ...signOut, description }, { session });
  }

  /** Creates a session with an id that no sign-in has set. */
  invent(id: string): Session {
    return { cookies: new Map([[this.cases.cookie, id]]), steps: [] };
  }

  /** Reads in a session, which must be accepted. */
  expectAccepted(description: string, session: Session, change: Partial<Case> = {}) {
    const testCase = { ...this.cases.read, description, ...change };
    return this.runner.run(testCase, this.createSessionClient(session));
  }

  /** Reads in a session or without one, which must be rejected. */
  expectRejected(description: string, session: Session | undefined, change: Partial<Case> = {}) {
    const expected = 'unauthorized';
    return this.runner.run({ ...this.cases.read, expected, description, ...change }, { session });
  }

  /** Whether the server rejects sign-ins while the user has a session, but not after its end; asked once. */
  async #isLimited({ response }: Exchange): Promise<boolean> {
    const isRejected = isClientError(response) && !isLimit(response);
    if (this.allowsSeveral !== undefined || !isRejected) return false;

    const description = 'the user signs in again';
    const again = await this.runner.run({ ...this.cases.signIn, expected: 'any', description });
    this.allowsSeveral = again && isSuccess(again);
    if (this.allowsSeveral !== false) return false;

    const session = await this.start('the user signs in after the end of the session');
    this.allowsSeveral = !session;
    return !this.allowsSeveral;
  }

  /** Reads in other sessions if a read is rejected for the first time, because that may depend on the session id. */
  async #compareOthers({ expected, operation, response }: Exchange): Promise<boolean> {
    const isRead = operation === this.cases.read.operation && expected === 'accept';
    const isRejected = isRead && [401, 403].includes(response.status);
    if (this.#hasCompared || !isRejected) return false;

    this.#hasCompared = true;
    for (let count = 1; count < comparedSessions; count += 1) {
      const session = await this.start('another session of the user');
      if (!session) break;
      await this.expectAccepted('in another session of the user', session);
    }
    return false;
  }

  /** Finds the session of the last sign-in; undefined if a request has ended it, or was rejected in it. */
  #findLast(ends: (exchange: Exchange) => boolean): Session | undefined {
    const { cookie, signIn } = this.cases;
    const { exchanges } = this.runner;
    const started = exchanges.filter(({ operation }) => operation === signIn.operation);
    const session = started.flatMap((it) => this.read(it) ?? []).at(-1);
    const id = session?.cookies.get(cookie) ?? '';
    const hasEnded = exchanges.some((it) => {
      const isRejected = it.expected === 'accept' && it.response.status === 401;
      const isLast = isRejected || (isSuccess(it) && ends(it));
      return isLast && sentSessionIds(this.runner.options.contract, it.request).includes(id);
    });
    return hasEnded ? undefined : session;
  }
}

/** Creates a session with the cookies of a response. It keeps them after its end, to test whether they still work. */
export function toSession(exchange: Exchange): Session {
  return { cookies: setCookies(exchange.response), steps: [...exchange.steps, exchange] };
}
