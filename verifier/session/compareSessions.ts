import { isSuccess, type Session } from '../model.ts';
import {
  expectAccepted,
  expectRejected,
  inventSession,
  type SessionContext,
  startSession,
  toSession,
} from './sessionContext.ts';

/** Sessions that follow one another, or exist beside one another, do not affect each other. */
export async function compareSessions(context: SessionContext, before: Session): Promise<void> {
  const first = await beginAfter(context, before);
  const second = first && (await beginWithInventedId(context));
  const third = second && (await beginInPlaceOf(context, second));
  if (!third) return;

  // A server may allow a user one session at a time, or two, and end the oldest.
  const parallel = await context.runner.run(
    {
      ...context.read,
      expected: 'any',
      role: undefined,
      description: 'the user has signed in again',
    },
    { session: first },
  );
  await endOneOfSeveral(context, third);
  if (parallel && isSuccess(parallel.response))
    await expectAccepted(context, 'another session of the same user has ended', first);
}

/** A sign-in with the cookie of the session before, which has ended if the contract has an operation for that. */
async function beginAfter(context: SessionContext, before: Session): Promise<Session | undefined> {
  const hasEnded = context.endings.length > 0;
  const name = hasEnded ? 'an ended session' : 'the session before';
  const role = hasEnded ? 'sign-in' : 'signed in';
  const description = `a sign-in with the cookie of ${name}`;
  const session = await startSession(context, description, { role }, before);
  if (!session) return undefined;

  for (const number of hasEnded ? ['first', 'second'] : [])
    await expectRejected(context, `the session has ended, ${number} read`, before);
  await expectAccepted(context, 'the session began after another one ended', session);
  return session;
}

async function beginWithInventedId(context: SessionContext): Promise<Session | undefined> {
  const invented = inventSession(context, 'contract-check-invented-id');
  const session = await startSession(
    context,
    'a sign-in with an invented session id',
    {},
    invented,
  );
  const adopted = 'the session id was invented before a sign-in that sent it';
  await expectRejected(context, adopted, invented);
  if (!session) return undefined;

  await expectAccepted(context, 'the session began with an invented id in the sign-in', session);
  return session;
}

/** The server may keep the session of a client that is signed in. */
async function beginInPlaceOf(
  context: SessionContext,
  active: Session,
): Promise<Session | undefined> {
  const description = 'a sign-in with the cookie of an active session';
  const session = await startSession(context, description, { role: 'signed in' }, active);
  if (session) await expectAccepted(context, 'the session began in place of another', session);
  return session;
}

async function endOneOfSeveral(context: SessionContext, session: Session): Promise<void> {
  for (const ending of context.endings) {
    const signOut = { ...ending, role: 'sign-out' } as const;
    const description = 'the session is one of several';
    const exchange = await context.runner.run({ ...signOut, description }, { session });
    if (!exchange || !isSuccess(exchange.response)) continue;

    await expectRejected(context, 'the session has ended while others remain', session);
    const again = 'the session has ended before';
    await context.runner.run({ ...signOut, expected: 'any', description: again }, { session });
  }
}

/** The id of a session that began before the sign-in, which somebody else may know, is not that of the user. */
export async function keepAnonymousId(context: SessionContext): Promise<void> {
  const { scheme } = context;
  const anonymous = await expectRejected(context, 'nobody has signed in', undefined);
  const before = anonymous && toSession(anonymous);
  if (!before?.cookies.has(scheme.key ?? '')) return;

  const description = 'a sign-in with the session that the server began before';
  await startSession(context, description, {}, before);
  await expectRejected(context, 'the session id is that of before the sign-in', before);
}
