import { type Case, isSuccess, type Session } from '../model.ts';
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

/** Sessions that follow one another do not affect each other, and none has an id that somebody else may know. */
export async function followSession(context: SessionContext, before: Session): Promise<void> {
  await beginAfter(context, before);
  await beginWithInventedId(context);
  await keepAnonymousId(context);
}

/** A sign-in with the cookie of the session before, which has ended if the contract has an operation for that. */
async function beginAfter(context: SessionContext, before: Session): Promise<void> {
  const hasEnded = context.endings.length > 0;
  const name = hasEnded ? 'an ended session' : 'the session before';
  const role = hasEnded ? 'sign-in' : 'signed in';
  const description = `a sign-in with the cookie of ${name}`;
  const session = await startSession(context, description, { role }, before);
  if (!session) return;

  for (const number of hasEnded ? ['first', 'second'] : [])
    await expectRejected(context, `the session has ended, ${number} read`, before);
  await expectAccepted(context, 'the session began after another one ended', session);
}

async function beginWithInventedId(context: SessionContext): Promise<void> {
  const invented = inventSession(context, 'contract-check-invented-id');
  const description = 'a sign-in with an invented session id';
  const session = await startSession(context, description, {}, invented);
  const adopted = 'the session id was invented before a sign-in that sent it';
  await expectRejected(context, adopted, invented);
  if (session)
    await expectAccepted(context, 'the session began with an invented id in the sign-in', session);
}

/** The id of a session that began before the sign-in is not that of the user. */
async function keepAnonymousId(context: SessionContext): Promise<void> {
  const { scheme } = context;
  const anonymous = await expectRejected(context, 'nobody has signed in', undefined);
  const before = anonymous && toSession(anonymous);
  if (!before?.cookies.has(scheme.key ?? '')) return;

  const description = 'a sign-in with the session that the server began before';
  await startSession(context, description, {}, before);
  await expectRejected(context, 'the session id is that of before the sign-in', before);
}

/** Sessions of one user beside one another do not affect each other. */
export async function compareSessions(context: SessionContext): Promise<void> {
  const { read, runner, signIn } = context;
  const exchanges = await sendWithInvalid({ ...context, base: signIn }, 'sign-in');
  const [first, second] = exchanges.flatMap((it) => (it && readSession(context, it)) ?? []);
  const third = second && (await beginInPlaceOf(context, second));
  if (!first || !third) return;

  // A server may allow a user one session at a time, or two, and end the oldest.
  const description = 'the user has signed in again';
  const parallel: Case = { ...read, expected: 'any', role: undefined, description };
  const exchange = await runner.run(parallel, { session: first });
  await endOneOfSeveral(context, third);
  if (!exchange || !isSuccess(exchange.response)) return;

  const ended = 'another session of the same user has ended';
  await runner.run(
    { ...read, role: undefined, description: ended },
    { session: first, after: third.steps },
  );
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
  const [ending] = context.endings;
  if (!ending) return;

  const signOut = { ...ending, role: 'sign-out' } as const;
  const description = 'the session is one of several';
  const exchange = await context.runner.run({ ...signOut, description }, { session });
  if (!exchange || !isSuccess(exchange.response)) return;

  await expectRejected(context, 'the session has ended while others remain', session);
  const again = 'the session has ended before';
  await context.runner.run({ ...signOut, expected: 'any', description: again }, { session });
}
