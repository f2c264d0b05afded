import { createBaseCase } from '../cases/baseCase.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { endsSessionOrResource, isWriteOperation } from '../checks/isWrite.ts';
import type { Session } from '../model.ts';
import type { UserSessions } from './UserSessions.ts';

/** Uses a session on a shared connection, with another cookie, and for operations that need none. */
export async function sendSessionElsewhere(
  sessions: UserSessions,
  session: Session,
): Promise<void> {
  const { cookie, read } = sessions.cases;
  const request = { ...read.request, reusesConnection: true };
  await sessions.expectAccepted('the connection has had no session before', session, { request });
  const before = 'the request before it had a session';
  await sessions.expectRejected(before, undefined, { request });
  const cookies = new Map([[`contract-check-${cookie}`, '1'], ...session.cookies]);
  const description = 'a cookie whose name ends in that of the session is sent before it';
  await sessions.expectAccepted(description, { ...session, cookies });
  await sendToOthers(sessions, session);
}

/** Sends a session, and one that has ended, to the operations that need none. */
async function sendToOthers(sessions: UserSessions, session: Session): Promise<void> {
  const { runner } = sessions;
  const { contract } = runner.options;
  const stale = sessions.invent('contract-check-ended');
  for (const operation of selectOperations(runner.options)) {
    const base = createBaseCase(runner.options, operation);
    const changesSession =
      isSignIn(contract, operation) || endsSessionOrResource(contract, operation);
    if (!base || operation.security.length > 0 || changesSession) continue;

    const unneeded = 'it has the cookie of a session that it does not need';
    await runner.run({ ...base, description: unneeded }, { session });
    if (isWriteOperation(contract, operation)) continue;

    const description = 'it has the cookie of an ended session';
    await runner.run({ ...base, description }, { session: stale });
  }
}
