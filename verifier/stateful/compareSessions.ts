import type { Operation } from '#contract';
import type { Runner } from '../evaluate/Runner.ts';
import type { Plan } from '../phases/planCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import { ClientSession } from '../send/ClientSession.ts';
import { isAccepted } from '../send/sendRequest.ts';
import { endsSession, protectedReads } from './sessionCases.ts';

interface SessionContext extends Pick<Runner, 'run'> {
  plan: Plan;
  /** The sign-in with correct credentials. */
  signIn: TestCase;
  /** The sign-in and all operations of its session. */
  operations: readonly Operation[];
  /** The session of the links. */
  followed: ClientSession;
  /** Whether a link has ended it. */
  hasEnded: boolean;
}

type ProtectedRead = ReturnType<typeof protectedReads>[number];

const invented = 'contract-check-invented-id';
const readsOfEndedSession = 2;

/**
 * Finds servers whose sessions affect each other: each sign-in must start one of its own, whatever cookie the client
 * sends, and a sign-out must end exactly one. Stops when a sign-in is rejected.
 */
export async function compareSessions(context: SessionContext): Promise<void> {
  const { plan, operations, followed, hasEnded } = context;
  const [protectedRead] = protectedReads(plan, operations, followed);
  if (!protectedRead) return;

  const probe = new SessionProbe(context, protectedRead);
  const endings = operations.filter((it) => endsSession(plan, it));
  const what = hasEnded ? 'an ended session' : 'the session before';
  const first = await probe.start(`The cookie is that of ${what}.`, followed.headers(), !hasEnded);
  if (!first) return;

  for (let i = 1; hasEnded && i <= readsOfEndedSession; i += 1) {
    const description = `The session has ended, read ${i} of ${readsOfEndedSession}.`;
    await probe.expectRejected(description, followed.headers());
  }
  await probe.expectAccepted('The session began after another one ended.', first);

  const adopted = { Cookie: `${protectedRead.scheme.key}=${invented}` };
  const second = await probe.start('The session id was invented.', adopted);
  await probe.expectRejected('The session id was invented before a sign-in that sent it.', adopted);
  if (!second) return;

  await probe.expectAccepted('The sign-in sent an invented session id.', second);
  const ofActive = 'The cookie is that of an active session.';
  const third = await probe.start(ofActive, second.headers(), true);
  if (!third) return;

  await probe.expectAccepted('The sign-in sent the cookie of an active session.', third);
  const isParallel = await probe.stillAccepts(first);
  for (const ending of endings) await endSession(context, probe, ending, third);
  if (isParallel) await probe.expectAccepted('Another session of the same user has ended.', first);
}

/** Ends a session twice, and reads in between. */
async function endSession(
  { plan, run }: SessionContext,
  probe: SessionProbe,
  ending: Operation,
  session: ClientSession,
): Promise<void> {
  const planned = plan.buildRequest(ending);
  if (!planned) return;

  const { testCase } = planned;
  const ofSeveral = { ...testCase, description: 'The session is one of several.' };
  const result = await run(ofSeveral, session.headers());
  if (!result || !isAccepted(result)) return;

  await probe.expectRejected('The session ended while others remain.', session.headers());
  const description = 'The session has ended before.';
  await run({ ...testCase, kind: 'unusual request', description }, session.headers());
}

/** Signs in, and reads what only a session may read. */
class SessionProbe {
  readonly #context: SessionContext;
  readonly #read: ProtectedRead;

  constructor(context: SessionContext, read: ProtectedRead) {
    this.#context = context;
    this.#read = read;
  }

  /** Undefined if the response starts no session. */
  async start(description: string, headers: SentHeaders | undefined, isSignedIn = false) {
    const { run, signIn } = this.#context;
    const result = await run({ ...signIn, kind: 'sign-in', isSignedIn, description }, headers);
    if (result?.kind !== 'response' || result.status >= 300) return undefined;

    const session = new ClientSession();
    session.store(result);
    return session.idOf(this.#read.scheme) === undefined ? undefined : session;
  }

  async expectAccepted(description: string, session: ClientSession) {
    const { base } = this.#read;
    await this.#context.run({ ...base, kind: 'valid data', description }, session.headers());
  }

  async expectRejected(description: string, headers: SentHeaders | undefined) {
    const { base } = this.#read;
    await this.#context.run({ ...base, kind: 'invalid credentials', description }, headers);
  }

  /** Servers may allow a user one session at a time, or two, and end the oldest. */
  async stillAccepts(session: ClientSession): Promise<boolean> {
    const { base } = this.#read;
    const description = 'The same user has signed in again.';
    const read = { ...base, kind: 'unusual request', description } as const;
    const result = await this.#context.run(read, session.headers());
    return result?.kind === 'response' && result.status < 300;
  }
}
