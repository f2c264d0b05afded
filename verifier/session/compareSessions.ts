import { isBusy } from '#contract';
import { isSuccess, limitReason, type Session, sessionLimitReason } from '../model.ts';
import { sendWithInvalid } from '../run/repeatRequests.ts';
import { toSession, type UserSessions } from './UserSessions.ts';

/** Signs out of a session, and reads twice in it, because two servers may respond in turn. */
export async function endSession(sessions: UserSessions, session: Session): Promise<void> {
  const { cases, runner } = sessions;
  if (!cases.signOut) return;

  const inSession = { ...cases.signOut, tolerated: [], mayBeUnknown: false };
  await runner.run({ ...inSession, description: 'the session ends' }, { session });
  for (const number of ['first', 'second'])
    await sessions.expectRejected(`the session has ended, ${number} read`, session);
}

/** Signs in with the cookie of a session that has ended. */
export async function signInAfterEnd(sessions: UserSessions, before: Session): Promise<void> {
  if (!sessions.cases.signOut) return;

  const session = await sessions.start('a sign-in with the cookie of an ended session', before);
  if (!session) return;

  await sessions.expectRejected('a sign-in had the id of the ended session', before);
  await sessions.expectAccepted('the session began after another one ended', session);
}

/** Signs in with a session id that the server has not created. */
export async function signInWithInventedId(sessions: UserSessions): Promise<void> {
  const invented = sessions.invent('contract-check-invented-id');
  const session = await sessions.start('a sign-in with an invented session id', invented);
  const description = 'the session id was invented before a sign-in that sent it';
  await sessions.expectRejected(description, invented);
  if (session)
    await sessions.expectAccepted('the session began with an invented id in the sign-in', session);
}

/** Signs in with the id of a session that the server began before, which must not become the session of the user. */
export async function signInWithAnonymousId(sessions: UserSessions): Promise<void> {
  const anonymous = await sessions.expectRejected('nobody has signed in', undefined);
  const before = anonymous && toSession(anonymous);
  if (!before?.cookies.has(sessions.cases.cookie)) return;

  await sessions.start('a sign-in with the session that the server began before', before);
  await sessions.expectRejected('the session id is that of before the sign-in', before);
}

/** Uses several sessions of the user, which must not affect each other. */
export async function compareSessions(sessions: UserSessions): Promise<void> {
  const { allowsSeveral, cases, runner } = sessions;
  // A server may start one of them alone.
  const signIn = { ...cases.signIn, expected: 'any' } as const;
  const exchanges = allowsSeveral === false ? [] : await sendWithInvalid(runner, signIn, 'sign-in');
  const [first, second] = exchanges.flatMap((it) => (it && sessions.read(it)) ?? []);
  if (!first || !second) {
    const description = 'several sessions of the user';
    const isLimited = exchanges.some((it) => it && isBusy(it.response.status));
    const reason = isLimited ? limitReason : sessionLimitReason;
    return runner.skip({ ...signIn, description }, { reason });
  }

  // The server may keep the session of a client that is signed in.
  const inPlace = 'a sign-in with the cookie of an active session';
  const third = await sessions.start(inPlace, second, 'signed in');
  if (!third) return;

  await sessions.expectAccepted('the session began in place of another', third);
  // A server may allow a user one session at a time, or two, and end the oldest.
  const again = 'the user has signed in again';
  const exchange = await sessions.expectAccepted(again, first, { expected: 'any' });
  await endOneOfSeveral(sessions, third);
  const isSame = third.cookies.get(cases.cookie) === first.cookies.get(cases.cookie);
  if (!exchange || !isSuccess(exchange) || isSame) return;

  const description = 'another session of the same user has ended';
  const session = { ...first, steps: [...first.steps, ...third.steps] };
  await runner.run({ ...cases.read, description }, { session });
}

async function endOneOfSeveral(sessions: UserSessions, session: Session): Promise<void> {
  const { cases, runner } = sessions;
  if (!cases.signOut) return;

  const description = 'the session is one of several';
  const exchange = await runner.run({ ...cases.signOut, description }, { session });
  if (!exchange || !isSuccess(exchange)) return;

  const read = await sessions.expectRejected('the session has ended while others remain', session);
  if (!read || isSuccess(read)) return;

  // It is no step of the session, which has ended without it.
  const ended = { ...session, steps: [...session.steps] };
  const again = 'the session has ended before';
  await runner.run({ ...cases.signOut, expected: 'any', description: again }, { session: ended });
}
