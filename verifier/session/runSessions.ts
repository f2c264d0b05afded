import type { Operation } from '#contract';
import { alterSessionId } from './alterSessionId.ts';
import {
  compareSessions,
  signInAfterEnd,
  signInWithAnonymousId,
  signInWithInventedId,
} from './compareSessions.ts';
import { followLinks } from './followLinks.ts';
import { sendSessionElsewhere } from './sendSessionElsewhere.ts';
import { findClient } from './startUserSession.ts';
import type { UserSessions } from './UserSessions.ts';

/** Sends the requests about sessions: in one session, in one after another, and in several at the same time. */
export async function runSessions(sessions: UserSessions): Promise<void> {
  const { runner } = sessions;
  const session = await sessions.getCurrent();
  const exchange = session?.steps.at(-1);
  if (!session || !exchange) return;

  await alterSessionId(sessions, session);
  await sendSessionElsewhere(sessions, session);
  const findClientOf = (target: Operation) => {
    const { missing } = findClient(target, sessions, runner.options);
    return { ...sessions.createSessionClient(session), missing };
  };
  await followLinks(runner, findClientOf, exchange);
  await signInAfterEnd(sessions, session);
  await signInWithInventedId(sessions);
  await signInWithAnonymousId(sessions);
  await compareSessions(sessions);
}
