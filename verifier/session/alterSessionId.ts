import type { Session } from '../model.ts';
import { addCredential } from '../send/addCredential.ts';
import { expectRejected, type SessionContext } from './sessionContext.ts';
import { similarSessionIds } from './similarSessionIds.ts';

/** Sends what only resembles a session id. */
export async function alterSessionId(context: SessionContext, session: Session): Promise<void> {
  const { read, runner, scheme } = context;
  const id = session.cookies.get(scheme.key ?? '') ?? '';
  const others = new Map(session.cookies);
  others.delete(scheme.key ?? '');
  for (const { text, predicate, expand } of similarSessionIds(id)) {
    runner.secrets.addAltered(id, text, expand);
    const client = { cookies: others, steps: session.steps };
    await expectRejected(context, `the session id ${predicate}`, client, {
      request: addCredential(read.request, scheme, text),
      tolerated: [400],
    });
  }
}
