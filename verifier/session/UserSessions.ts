import { isLimit } from '../checks/isInconclusive.ts';
import { mayEndSession } from '../checks/isWrite.ts';
import { setCookies } from '../checks/sessionCookies.ts';
import { type Case, type Exchange, isClientError, isSuccess, type Session } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';

/** What the sessions of a user begin with, are used for and end with. */
interface SessionCases {
  /** A sign-in with correct credentials. */
  signIn: Case;
  /** A read that needs the session. */
  read: Case;
  /** The name of the session's cookie. */
  cookie: string;
  /** The sign-out, if the contract has one. */
  ending: Case | undefined;
}

/** With the one that fails. */
const comparedSessions = 10;

/** The sessions of the user of a run. */
export class UserSessions {
  readonly runner: Runner;
  readonly cases: Readonly<SessionCases>;
  /** Whether a user may sign in while a session lives; undefined until a sign-in is rejected. */
  allowsSeveral: boolean | undefined;
  #hasCompared = false;

  constructor(runner: Runner, cases: SessionCases) {
    this.runner = runner;
    this.cases = cases;
  }

  /**
   * Signs in.
   * @param session that of the client that signs in; none by default
   * @returns undefined if the response starts no session
   */
  async start(
    description: string,
    session?: Session,
    role: Case['role'] = 'sign-in',
  ): Promise<Session | undefined> {
    const signIn = { ...this.cases.signIn, role, description };
    const exchange = await this.runner.run(signIn, this.createClient(session));
    return exchange && this.read(exchange);
  }

  /** A client that signs in, which the server may reject while another session lives. */
  createClient(session?: Session): Client {
    const prepare = async () => {
      await this.makeRoom();
      return session;
    };
    return { prepare, recover: (rejected) => this.#isLimited(rejected) };
  }

  /** A client in a session: the current one just before each request by default. */
  createUser(session?: Session): Client {
    const recover = (rejected: Exchange) => this.#compareOthers(rejected);
    if (session) return { session, recover };
    return { prepare: async () => (await this.getCurrent()) ?? null, recover };
  }

  /** The session that a response starts; undefined if it starts none. */
  read(exchange: Exchange): Session | undefined {
    const session = toSession(exchange);
    return isSuccess(exchange) && session.cookies.has(this.cases.cookie) ? session : undefined;
  }

  /** The session of the last sign-in, or that of another one if it may have ended. */
  async getCurrent(): Promise<Session | undefined> {
    const { contract } = this.runner.options;
    const session = this.#findLast((it) => mayEndSession(contract, it));
    return session ?? this.start('a sign-in after the end of a session');
  }

  /** Ends the session that lives, if the server rejects a sign-in beside it. */
  async makeRoom(): Promise<void> {
    const { ending } = this.cases;
    if (!ending || this.allowsSeveral !== false) return;

    const session = this.#findLast(({ operation }) => operation === ending.operation);
    const description = 'the user signs out before the next sign-in';
    if (session) await this.runner.run({ ...ending, description }, { session });
  }

  /** A client with a session id that no sign-in has set. */
  invent(id: string): Session {
    return { cookies: new Map([[this.cases.cookie, id]]), steps: [] };
  }

  expectAccepted(description: string, session: Session, change: Partial<Case> = {}) {
    const testCase = { ...this.cases.read, description, ...change };
    return this.runner.run(testCase, this.createUser(session));
  }

  expectRejected(description: string, session: Session | undefined, change: Partial<Case> = {}) {
    const expected = 'unauthorized';
    return this.runner.run({ ...this.cases.read, expected, description, ...change }, { session });
  }

  /** Finds out once whether the server rejects any sign-in while a session lives, and none after its end. */
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

  /** Reads in several new sessions once, if a read in one is rejected: it may depend on the id. Never sends it again. */
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

  /** The session of the last sign-in; undefined if a request has ended it, or was rejected in it. */
  #findLast(ends: (exchange: Exchange) => boolean): Session | undefined {
    const { cookie, signIn } = this.cases;
    const { exchanges } = this.runner;
    const started = exchanges.filter(({ operation }) => operation === signIn.operation);
    const session = started.flatMap((it) => this.read(it) ?? []).at(-1);
    const id = session?.cookies.get(cookie) ?? '';
    const hasEnded = exchanges.some((it) => {
      const isRejected = it.expected === 'accept' && it.response.status === 401;
      const isLast = isRejected || (isSuccess(it) && ends(it));
      return isLast && it.request.headers.Cookie?.includes(id);
    });
    return hasEnded ? undefined : session;
  }
}

/** A client with the cookies of a response. It keeps them, to show what an ended session may still do. */
export function toSession(exchange: Exchange): Session {
  return { cookies: setCookies(exchange.response), steps: [...exchange.steps, exchange] };
}
