import { oneSessionReason, type Session } from '../model.ts';
import { alterSessionId } from './alterSessionId.ts';
import { compareSessions, followSession } from './compareSessions.ts';
import { followLinks } from './followLinks.ts';
import { moveSession } from './moveSession.ts';
import { findLivingSession, startSession } from './sessionContext.ts';
import type { StartedSession } from './userSession.ts';

/** What can go wrong with the sessions of a user: with one, with one after another, and with several. */
export async function runSessions(user: StartedSession): Promise<void> {
  const { context } = user;
  const session = findLivingSession(context) ?? (await startSession(context, 'another sign-in'));
  if (!session) return;

  await alterSessionId(context, session);
  await moveSession(context, session);
  await followSessionLinks(user, session);
  await followSession(context, session);
  if (context.allowsSeveral) return compareSessions(context);

  const { operation } = context.signIn;
  const description = 'several sessions of the user';
  context.runner.skip({ operation, description }, oneSessionReason);
}

async function followSessionLinks(user: StartedSession, session: Session): Promise<void> {
  const { planner, runner, signIn } = user.context;
  const values = planner.createValues(signIn.operation);
  const exchange = session.steps.at(-1);
  if (exchange && values)
    await followLinks({ runner, planner, user, session }, { exchange, values });
}
