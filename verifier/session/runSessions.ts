import type { Operation } from '#contract';
import { alterSessionId } from './alterSessionId.ts';
import {
  beginAfter,
  beginWithInventedId,
  compareSessions,
  keepAnonymousId,
} from './compareSessions.ts';
import { followLinks } from './followLinks.ts';
import { moveSession } from './moveSession.ts';
import type { UserSessions } from './UserSessions.ts';
import { findAccess } from './userSession.ts';

/** What can go wrong with the sessions of a user: with one, with one after another, and with several. */
export async function runSessions(sessions: UserSessions): Promise<void> {
  const { cases, runner } = sessions;
  const session = await sessions.getCurrent();
  const exchange = session?.steps.at(-1);
  const values = runner.planner.createValues(cases.signIn.operation);
  if (!session || !exchange || !values) return;

  await alterSessionId(sessions, session);
  await moveSession(sessions, session);
  const findClient = (target: Operation) => {
    const { missing } = findAccess(target, sessions, runner.options);
    return { ...sessions.createUser(session), missing };
  };
  await followLinks(runner, findClient, { exchange, values });
  await beginAfter(sessions, session);
  await beginWithInventedId(sessions);
  await keepAnonymousId(sessions);
  await compareSessions(sessions);
}
