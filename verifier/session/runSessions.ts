import { alterSessionId } from './alterSessionId.ts';
import {
  beginAfter,
  beginWithInventedId,
  compareSessions,
  keepAnonymousId,
} from './compareSessions.ts';
import { followLinks } from './followLinks.ts';
import { moveSession } from './moveSession.ts';
import { getSession, type SessionContext } from './sessionContext.ts';

/** What can go wrong with the sessions of a user: with one, with one after another, and with several. */
export async function runSessions(context: SessionContext): Promise<void> {
  const { planner, runner, signIn } = context;
  const session = await getSession(context);
  const exchange = session?.steps.at(-1);
  const values = planner.createValues(signIn.operation);
  if (!session || !exchange || !values) return;

  await alterSessionId(context, session);
  await moveSession(context, session);
  const client = { runner, planner, session, user: { kind: 'started', context } } as const;
  await followLinks(client, { exchange, values });
  await beginAfter(context, session);
  await beginWithInventedId(context);
  await keepAnonymousId(context);
  await compareSessions(context);
}
