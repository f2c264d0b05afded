import { isSuccess, type Session, sessionLimitReason } from '../model.ts';
import { sendWithInvalid } from '../run/repetition.ts';
import {
  expectAccepted,
  expectRejected,
  inventSession,
  readSession,
  type SessionContext,
  startSession,
  toSession,
} from './sessionContext.ts';

/** A sign-in with the cookie of a session that has ended. */
export async function beginAfter(context: SessionContext, before: Session): Promise<void> {
  if (!context.ending) return;

  const session = await startSession(
    context,
    'a sign-in with the cookie of an ended session',
    before,
  );
  if (!session) return;

  for (const number of ['first', 'second'])
    await expectRejected(context, `the session has ended, ${number} read`, before);
  await expectAccepted(context, 'the session began after another one ended', session);
}

export async function beginWithInventedId(context: SessionContext): Promise<void> {
  const invented = inventSession(context, 'contract-check-invented-id');
  const session = await startSession(context, 'a sign-in with an invented session id', invented);
  await expectRejected(
    context,
    'the session id was invented before a sign-in that sent it',
    invented,
  );
  if (session)
    await expectAccepted(context, 'the session began with an invented id in the sign-in', session);
}

/** The id of a session that began before the sign-in is not that of the user. */
export async function keepAnonymousId(context: SessionContext): Promise<void> {
  const anonymous = await expectRejected(context, 'nobody has signed in', undefined);
  const before = anonymous && toSession(anonymous);
  if (!before?.cookies.has(context.cookie)) return;

  await startSession(context, 'a sign-in with the session that the server began before', before);
  await expectRejected(context, 'the session id is that of before the sign-in', before);
}

/** Sessions of one user beside one another do not affect each other. */
export async function compareSessions(context: SessionContext): Promise<void> {
  const { allowsSeveral, read, runner, signIn } = context;
  // A server may start one of them alone.
  const atOnce = { ...context, base: { ...signIn, expected: 'any' } } as const;
  const exchanges = allowsSeveral === false ? [] : await sendWithInvalid(atOnce, 'sign-in');
  const [first, second] = exchanges.flatMap((it) => (it && readSession(context, it)) ?? []);
  if (!first || !second)
    return runner.skip(
      { ...signIn, description: 'several sessions of the user' },
      sessionLimitReason,
    );

  // The server may keep the session of a client that is signed in.
  const inPlace = 'a sign-in with the cookie of an active session';
  const third = await startSession(context, inPlace, second, 'signed in');
  if (!third) return;

  await expectAccepted(context, 'the session began in place of another', third);
  // A server may allow a user one session at a time, or two, and end the oldest.
  const parallel = {
    ...read,
    expected: 'any',
    description: 'the user has signed in again',
  } as const;
  const exchange = await runner.run(parallel, { session: first });
  await endOneOfSeveral(context, third);
  if (!exchange || !isSuccess(exchange)) return;

  const description = 'another session of the same user has ended';
  await runner.run({ ...read, description }, { session: first, after: third.steps });
}

async function endOneOfSeveral(context: SessionContext, session: Session): Promise<void> {
  const { ending, runner } = context;
  if (!ending) return;

  const exchange = await runner.run(
    { ...ending, description: 'the session is one of several' },
    { session },
  );
  if (!exchange || !isSuccess(exchange)) return;

  await expectRejected(context, 'the session has ended while others remain', session);
  const description = 'the session has ended before';
  await runner.run({ ...ending, expected: 'any', description }, { session });
}
