import type { Session } from '../model.ts';
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
  const session = await getSession(context);
  if (!session) return;

  await alterSessionId(context, session);
  await moveSession(context, session);
  await followSessionLinks(context, session);
  await beginAfter(context, session);
  await beginWithInventedId(context);
  await keepAnonymousId(context);
  await compareSessions(context);
}

async function followSessionLinks(context: SessionContext, session: Session): Promise<void> {
  const { planner, runner, signIn } = context;
  const user = { kind: 'started', context } as const;
  const values = planner.createValues(signIn.operation);
  const exchange = session.steps.at(-1);
  if (exchange && values)
    await followLinks({ runner, planner, user, session }, { exchange, values });
}
