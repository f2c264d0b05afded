import { selectOperations } from '../cases/selectOperations.ts';
import { isWriteOperation } from '../checks/isWrite.ts';
import type { Session } from '../model.ts';
import {
  expectAccepted,
  expectRejected,
  inventSession,
  type SessionContext,
} from './sessionContext.ts';

/** A session belongs to its cookie: not to the connection, and whatever other cookies a browser sends with it. */
export async function moveSession(context: SessionContext, session: Session): Promise<void> {
  const kept = { reusesConnection: true };
  const { request } = context.read;
  await expectAccepted(context, 'the connection has had no session before', session, kept);
  await expectRejected(
    context,
    'the request before it on the same connection had a session',
    undefined,
    { request: { ...request, ...kept } },
  );
  const name = `contract-check-${context.scheme.key}`;
  const cookies = new Map([[name, '1'], ...session.cookies]);
  const description = 'a cookie whose name ends in that of the session is sent before it';
  await expectAccepted(context, description, { cookies, steps: session.steps });
  await sendToOthers(context, session);
}

/** What needs no session must work with one, and with one that has ended. */
async function sendToOthers(context: SessionContext, session: Session): Promise<void> {
  const { endings, planner, runner } = context;
  const stale = inventSession(context, 'contract-check-ended');
  for (const operation of selectOperations(runner.options)) {
    const base = planner.createBase(operation);
    const isOfSession =
      base?.role === 'sign-in' || endings.some((it) => it.operation === operation);
    if (!base || operation.security.length > 0 || isOfSession) continue;

    const plain = { ...base, role: undefined };
    const needless = 'it has the cookie of a session that it does not need';
    await runner.run({ ...plain, description: needless }, { session });
    if (isWriteOperation(runner.options.contract, operation)) continue;
    const ended = 'it has the cookie of an ended session';
    await runner.run({ ...plain, description: ended }, { session: stale });
  }
}
