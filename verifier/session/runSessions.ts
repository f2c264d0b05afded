import { isSuccess, type Session } from '../model.ts';
import { alterSessionId } from './alterSessionId.ts';
import { compareSessions, keepAnonymousId } from './compareSessions.ts';
import { followLinks } from './followLinks.ts';
import { moveSession } from './moveSession.ts';
import { type SessionContext, startSession } from './sessionContext.ts';
import { signInBeside, tryWrongCredentials, tryWrongPasswords } from './signIns.ts';

/** What can go wrong with the sessions of a user: with one, with several, and with wrong credentials, which come last. */
export async function runSessions(context: SessionContext): Promise<void> {
  // The sign-ins of other cases may have ended an earlier session.
  const session = await startSession(context, 'a sign-in whose links follow');
  if (session) {
    await alterSessionId(context, session);
    await moveSession(context, session);
    await followSessionLinks(context, session);
    await compareSessions(context, session);
    await keepAnonymousId(context);
    await signInBeside(context);
  }
  await tryWrongCredentials(context);
  await tryWrongPasswords(context);
}

async function followSessionLinks(context: SessionContext, session: Session): Promise<void> {
  const { planner, signIn } = context;
  const [exchange] = session.steps;
  const values = planner.createValues(signIn.operation);
  if (!exchange || !values || !isSuccess(exchange.response)) return;

  await followLinks({ ...context, session }, { exchange, values });
}
