import { alterSessionId } from './alterSessionId.ts';
import {
  compareSessions,
  endSession,
  signInAfterEnd,
  signInWithAnonymousId,
  signInWithInventedId,
} from './compareSessions.ts';
import { sendSessionElsewhere } from './sendSessionElsewhere.ts';
import type { UserSessions } from './UserSessions.ts';

/** Sends the requests about sessions: in one session, in one after another, and in several at the same time. */
export async function runSessions(sessions: UserSessions): Promise<void> {
  const session = await sessions.getCurrent();
  if (!session) return;

  await alterSessionId(sessions, session);
  await sendSessionElsewhere(sessions, session);
  await endSession(sessions, session);
  await signInAfterEnd(sessions, session);
  await signInWithInventedId(sessions);
  await signInWithAnonymousId(sessions);
  await compareSessions(sessions);
}
