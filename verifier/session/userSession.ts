import { allows, type Operation, type SecurityScheme } from '#contract';
import type { Planner } from '../cases/createPlanner.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isEnding } from '../checks/isWrite.ts';
import type { VerifyOptions } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import type { Access } from '../run/testOperation.ts';
import {
  findSessionContext,
  getSession,
  isGiven,
  isReady,
  ofSignIn,
  readSession,
  type SessionContext,
} from './sessionContext.ts';

type Missing = NonNullable<Access['missing']>;

/** What a run knows about the session of the user. */
export type UserSession =
  | { kind: 'started'; context: SessionContext }
  /** Why there is none, and the sign-in, if it was rejected. */
  | (Missing & { kind: 'missing'; rejected?: Operation });

/** Signs the user in, if anything of a session is to be tested. */
export async function startUserSession(runner: Runner, planner: Planner): Promise<UserSession> {
  const { allowWrites, credentials } = runner.options;
  const context = findSessionContext(runner, planner);
  if (!context || !isAskedFor(context)) return without('--header');
  if (!credentials) return without('VERIFY_USER, VERIFY_PASSWORD');
  if (!allowWrites) return without('--allow-writes');

  const { signIn } = context;
  const exchange = await runner.run(signIn);
  if (exchange && readSession(context, exchange)) return { kind: 'started', context };
  return { kind: 'missing', reason: 'the sign-in fails', rejected: signIn.operation };
}

function without(option: string): UserSession {
  return { kind: 'missing', reason: 'it needs a session', option };
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
  if (needs) return { prepare: async () => (await getSession(context)) ?? null };
  if (operation !== context.signIn.operation) return {};

  const sent = context.runner.exchanges.find((it) => it.operation === operation);
  return { sent, ...ofSignIn(context) };
}

function describeMissing({ name, in: place, key }: SecurityScheme): Missing {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}
