import { isSuccess } from '../model.ts';
import type { UserSessions } from './UserSessions.ts';

/**
 * Finds out why a session was accepted after its end: reads in it once more, later, and in one that was not read before
 * its end. If only one of these reads is rejected, what was kept is not the session.
 */
export async function explainEndedSession(sessions: UserSessions): Promise<void> {
  const { cases, runner } = sessions;
  const { signOut } = cases;
  const accepted = runner.failures.find(
    ({ exchange, isRepeatable }) =>
      exchange.expected === 'unauthorized' &&
      isSuccess(exchange) &&
      isRepeatable !== false &&
      exchange.steps.some(({ operation }) => operation === signOut?.operation),
  );
  if (!signOut || !accepted) return;

  const { request, response, steps } = accepted.exchange;
  const ended = { cookies: new Map(), steps: [...steps] };
  const late = await sessions.expectRejected('the session has ended before', ended, { request });
  if (late && !isSuccess(late)) {
    const seconds = (late.response.startedAt - response.startedAt) / 1000;
    const hint = `The session was rejected when it was read again ${seconds.toFixed(1)} s later: it may be kept for a time.`;
    return runner.explain(accepted, hint);
  }

  const session = await sessions.start('a sign-in without a read');
  if (!session) return;

  await runner.run({ ...signOut, description: 'the session was not read' }, { session });
  const unread = await sessions.expectRejected('the session has ended without a read', session);
  if (!unread || isSuccess(unread)) return;

  const hint =
    'A session that has ended without a read is rejected: the server or a cache keeps what was read before.';
  runner.explain(accepted, hint);
}
