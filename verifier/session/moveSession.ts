import { selectOperations } from '../cases/selectOperations.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { isEnding, isWriteOperation } from '../checks/isWrite.ts';
import type { Session } from '../model.ts';
import type { UserSessions } from './UserSessions.ts';

/** A session belongs to its cookie: not to the connection, and whatever other cookies a browser sends with it. */
export async function moveSession(sessions: UserSessions, session: Session): Promise<void> {
  const { cookie, read } = sessions.cases;
  const request = { ...read.request, reusesConnection: true };
  await sessions.expectAccepted('the connection has had no session before', session, { request });
  const before = 'the request before it on the same connection had a session';
  await sessions.expectRejected(before, undefined, { request });
  const cookies = new Map([[`contract-check-${cookie}`, '1'], ...session.cookies]);
  const description = 'a cookie whose name ends in that of the session is sent before it';
  await sessions.expectAccepted(description, { ...session, cookies });
  await sendToOthers(sessions, session);
}

/** What needs no session must work with one, and with one that has ended. */
async function sendToOthers(sessions: UserSessions, session: Session): Promise<void> {
  const { runner } = sessions;
  const { contract } = runner.options;
  const stale = sessions.invent('contract-check-ended');
  for (const operation of selectOperations(runner.options)) {
    const base = runner.planner.createBase(operation);
    const changesSession = isSignIn(contract, operation) || isEnding(contract, operation);
    if (!base || operation.security.length > 0 || changesSession) continue;

    const unneeded = 'it has the cookie of a session that it does not need';
    await runner.run({ ...base, description: unneeded }, { session });
    if (isWriteOperation(contract, operation)) continue;

    const description = 'it has the cookie of an ended session';
    await runner.run({ ...base, description }, { session: stale });
  }
}
