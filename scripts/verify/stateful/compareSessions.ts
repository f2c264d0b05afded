import type { Operation } from '../../../mock-api/contract/index.ts';
import type { Runner } from '../evaluate/createRunner.ts';
import type { Plan } from '../phases/planCases.ts';
import type { SentHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import { type ClientSession, createClientSession } from '../send/clientSession.ts';
import { endsSession, protectedReads } from './sessionCases.ts';

interface SessionContext extends Pick<Runner, 'run'> {
  plan: Plan;
  /** The sign-in with correct credentials. */
  signIn: TestCase;
  /** The sign-in and all operations of its session. */
  operations: readonly Operation[];
  /** The session that the links have ended. */
  ended: ClientSession;
}

const invented = 'contract-check-invented-id';
const readsOfEndedSession = 2;

/**
 * Finds servers whose sessions affect each other: each sign-in must start one of its own, whatever cookie the client
 * sends, and a sign-out must end exactly one. Stops when a sign-in is rejected.
 */
export async function compareSessions(context: SessionContext): Promise<void> {
  const { plan, signIn, operations, ended, run } = context;
  const [protectedRead] = protectedReads(plan, operations, ended);
  if (!protectedRead) return;
  const { base, scheme } = protectedRead;
  const endings = operations.filter((it) => endsSession(plan, it));

  const first = await startSession('The cookie is that of an ended session.', ended.headers());
  if (!first) return;
  for (let i = 1; endings.length > 0 && i <= readsOfEndedSession; i += 1) {
    await expectRejected(
      `The session has ended, read ${i} of ${readsOfEndedSession}.`,
      ended.headers(),
    );
  }
  await expectAccepted('The session began after another one ended.', first);

  const adopted = { Cookie: `${scheme.key}=${invented}` };
  const second = await startSession('The session id was invented.', adopted);
  await expectRejected('The session id was invented before a sign-in that sent it.', adopted);
  if (!second) return;
  await expectAccepted('The sign-in sent an invented session id.', second);

  const third = await startSession(
    'The cookie is that of an active session.',
    second.headers(),
    true,
  );
  if (!third) return;
  await expectAccepted('The sign-in sent the cookie of an active session.', third);
  const isParallel = await stillAccepts(first);
  for (const ending of endings) {
    const planned = plan.buildRequest(ending);
    if (!planned) continue;
    const description = 'The session is one of several.';
    await run({ ...planned.testCase, description }, third.headers());
    await expectRejected('The session ended while others remain.', third.headers());
    const again = 'The session has ended before.';
    await run(
      { ...planned.testCase, kind: 'unusual request', description: again },
      third.headers(),
    );
  }
  if (isParallel) await expectAccepted('Another session of the same user has ended.', first);

  /** Undefined if the response starts no session. */
  async function startSession(
    description: string,
    headers: SentHeaders | undefined,
    isSignedIn = false,
  ) {
    const result = await run({ ...signIn, kind: 'sign-in', isSignedIn, description }, headers);
    if (result?.kind !== 'response' || result.status >= 300) return undefined;
    const session = createClientSession();
    session.store(result);
    return session.idOf(scheme) === undefined ? undefined : session;
  }

  async function expectAccepted(description: string, session: ClientSession) {
    await run({ ...base, kind: 'valid data', description }, session.headers());
  }

  async function expectRejected(description: string, headers: SentHeaders | undefined) {
    await run({ ...base, kind: 'invalid credentials', description }, headers);
  }

  /** Servers may allow a user one session at a time, or two, and end the oldest. */
  async function stillAccepts(session: ClientSession): Promise<boolean> {
    const description = 'The same user has signed in again.';
    const result = await run({ ...base, kind: 'unusual request', description }, session.headers());
    return result?.kind === 'response' && result.status < 300;
  }
}
