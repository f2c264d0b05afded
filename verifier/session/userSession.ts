import { allows, type Operation, type SecurityScheme } from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isLimit } from '../checks/isInconclusive.ts';
import { type Exchange, isClientError, type Session, type VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import type { Access } from '../run/testOperation.ts';
import {
  endLivingSession,
  endSession,
  findLivingSession,
  findReachable,
  findSessionContext,
  isCookie,
  isGiven,
  readSession,
  type SessionContext,
  startSession,
} from './sessionContext.ts';

/** What a run knows about the session of the user. */
export type UserSession =
  /** No sign-in is sent without the option, or the contract does not tell what a session is for. */
  | { kind: 'not started'; option: string }
  | { kind: 'rejected'; signIn: Operation }
  | StartedSession;

export interface StartedSession {
  kind: 'started';
  context: SessionContext;
  session: Session;
  /** The first sign-in. */
  base: Exchange;
}

/** Signs the user in, if anything of a session is to be tested, and finds out whether several sessions are allowed. */
export async function startUserSession(runner: Runner, planner: Planner): Promise<UserSession> {
  const { allowWrites, credentials } = runner.options;
  const context = findSessionContext(runner, planner);
  if (!context || !isAskedFor(context)) return { kind: 'not started', option: '--header' };
  if (!credentials) return { kind: 'not started', option: 'VERIFY_USER, VERIFY_PASSWORD' };
  if (!allowWrites) return { kind: 'not started', option: '--allow-writes' };

  const first = await startSession(context, 'the base request');
  const [base] = first?.steps ?? [];
  if (!first || !base) return { kind: 'rejected', signIn: context.signIn.operation };
  return signInAgain(context, first, base);
}

function isAskedFor({ runner: { options }, signIn }: SessionContext): boolean {
  const start = signIn.operation;
  const ofSession = [start, ...findReachable(options.contract, start)];
  return selectOperations(options).some(
    (it) => ofSession.includes(it) || needsSession(it, options),
  );
}

/** A server may reject a sign-in while a session of the user lives; another one works once it has ended. */
async function signInAgain(
  context: SessionContext,
  first: Session,
  base: Exchange,
): Promise<UserSession> {
  const { endings, runner, signIn } = context;
  const started = { kind: 'started', context, base } as const;
  const description = 'the user signs in again';
  const second = await runner.run({ ...signIn, expected: 'any', description });
  if (!second || !isClientError(second.response) || isLimit(second.response))
    return { ...started, session: (second && readSession(context, second)) ?? first };

  await endSession(context, first);
  const when = endings.length > 0 ? 'after the end of the session' : 'again';
  const third = await runner.run(
    { ...signIn, description: `the user signs in ${when}` },
    { after: first.steps },
  );
  const session = third && readSession(context, third);
  if (!session) return { kind: 'rejected', signIn: signIn.operation };
  return { ...started, context: { ...context, allowsSeveral: false }, session };
}

export function needsSession(operation: Operation, options: VerifyOptions): boolean {
  return !allows(operation, (scheme) => isGiven(scheme, options));
}

/** By which client an operation is used, or why it cannot be. */
export function findAccess(
  operation: Operation,
  user: UserSession,
  options: VerifyOptions,
): Access {
  const missing = findMissing(operation, user, options);
  if (missing || user.kind !== 'started') return { missing };

  const { base, context, session } = user;
  if (operation === base.operation) {
    const prepare = context.allowsSeveral ? undefined : () => endLivingSession(context);
    return { sent: base, prepare };
  }
  if (!needsSession(operation, options)) return {};
  if (!context.endings.some((it) => it.operation === operation)) return { session };

  const description = 'a sign-in after the end of a session';
  const prepare = async () => findLivingSession(context) ?? startSession(context, description);
  return { prepare };
}

function findMissing(
  operation: Operation,
  user: UserSession,
  options: VerifyOptions,
): Access['missing'] {
  const isReady = (scheme: SecurityScheme) => isCookie(scheme) || isGiven(scheme, options);
  const other = operation.security.flat().find((scheme) => !isReady(scheme));
  if (other && !allows(operation, isReady)) return describeMissing(other);

  const isSignIn = user.kind === 'rejected' && operation === user.signIn;
  if (!isSignIn && !needsSession(operation, options)) return undefined;
  if (user.kind === 'rejected') return { reason: 'the sign-in fails' };
  if (user.kind === 'started') return undefined;
  return { reason: 'it needs a session', option: user.option };
}

function describeMissing({ name, in: place, key }: SecurityScheme): Access['missing'] {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}
