import { allows, type Operation, type SecurityScheme } from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isLimit } from '../checks/isInconclusive.ts';
import { isEnding } from '../checks/isWrite.ts';
import { isClientError, type VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import type { Access } from '../run/testOperation.ts';
import {
  findSessionContext,
  getSession,
  isGiven,
  isReady,
  makeRoom,
  type SessionContext,
  startSession,
} from './sessionContext.ts';

type Missing = NonNullable<Access['missing']>;

/** What a run knows about the session of the user. */
export type UserSession =
  | { kind: 'started'; context: SessionContext }
  /** Why there is none, and the sign-in, if it was rejected. */
  | (Missing & { kind: 'missing'; rejected?: Operation });

/** Signs the user in, if anything of a session is to be tested, and finds out whether several sessions are allowed. */
export async function startUserSession(runner: Runner, planner: Planner): Promise<UserSession> {
  const { allowWrites, credentials } = runner.options;
  const context = findSessionContext(runner, planner);
  if (!context || !isAskedFor(context)) return without('--header');
  if (!credentials) return without('VERIFY_USER, VERIFY_PASSWORD');
  if (!allowWrites) return without('--allow-writes');

  const { signIn } = context;
  if (!(await startSession(context, 'the base request'))) return rejected(context);

  const description = 'the user signs in again';
  const again = await runner.run({ ...signIn, expected: 'any', description });
  if (!again || !isClientError(again.response) || isLimit(again.response))
    return { kind: 'started', context };

  // The server may reject a sign-in while a session of the user lives: another one works once it has ended.
  const single = { ...context, allowsSeveral: false };
  const last = await startSession(single, 'the user signs in after the end of the session');
  return last ? { kind: 'started', context: single } : rejected(context);
}

function without(option: string): UserSession {
  return { kind: 'missing', reason: 'it needs a session', option };
}

function rejected({ signIn }: SessionContext): UserSession {
  return { kind: 'missing', reason: 'the sign-in fails', rejected: signIn.operation };
}

function isAskedFor({ runner: { options }, signIn }: SessionContext): boolean {
  return selectOperations(options).some(
    (it) => it === signIn.operation || isEnding(options.contract, it) || needsSession(it, options),
  );
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
  const other = operation.security.flat().find((scheme) => !isReady(scheme, options));
  if (other && !allows(operation, (scheme) => isReady(scheme, options)))
    return { missing: describeMissing(other) };

  const needs = needsSession(operation, options);
  if (user.kind === 'missing') return needs || operation === user.rejected ? { missing: user } : {};

  const { context } = user;
  if (needs) return { prepare: () => getSession(context) };
  if (operation !== context.signIn.operation) return {};

  const sent = context.runner.exchanges.find((it) => it.operation === operation);
  return { sent, prepare: () => makeRoom(context) };
}

function describeMissing({ name, in: place, key }: SecurityScheme): Missing {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}
