import {
  allows,
  type Contract,
  findCredential,
  findLinks,
  type Operation,
  type SecurityScheme,
} from '#contract';
import { selectOperations } from '../cases/selectOperations.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { isEnding, isWriteOperation } from '../checks/isWrite.ts';
import type { VerifyOptions } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import { UserSessions } from './UserSessions.ts';

/** Why there is no session. */
type Missing = NonNullable<Client['missing']>;

/** Signs the user in, if anything of a session is to be tested. */
export async function startUserSession(runner: Runner): Promise<UserSessions | Missing> {
  const { options } = runner;
  const sessions = findSessions(runner);
  const isAskedFor = (it: Operation) =>
    it === sessions?.cases.signIn.operation ||
    isEnding(options.contract, it) ||
    needsSession(it, options);
  if (!sessions) return without('--header', ', and no sign-in has a link to a read that needs one');
  if (!selectOperations(options).some(isAskedFor)) return without('--header');
  if (!options.credentials) return without('VERIFY_USER, VERIFY_PASSWORD');
  if (!options.allowWrites) return without('--allow-writes');

  const exchange = await runner.run(sessions.cases.signIn);
  if (exchange && sessions.read(exchange)) return sessions;
  return { reason: 'the sign-in fails' };
}

/** Undefined if the contract has no sign-in whose links lead to a read that a session gives access to. */
function findSessions(runner: Runner): UserSessions | undefined {
  const { planner } = runner;
  const { contract } = runner.options;
  const starts = contract.operations.filter((it) => isSignIn(contract, it));
  for (const start of starts) {
    const reachable = findReachable(contract, start);
    const signIn = planner.createBase(start);
    const [read] = reachable.flatMap((it) => findRead(runner, it) ?? []);
    if (!signIn || !read) continue;

    const signOut = reachable.find((it) => isEnding(contract, it));
    const ending = signOut && planner.createBase(signOut);
    return new UserSessions(runner, { signIn: { ...signIn, role: 'sign-in' }, ...read, ending });
  }
  return undefined;
}

/** The operation, and those that links lead to, directly or indirectly. */
function findReachable(contract: Contract, start: Operation): Operation[] {
  const found = new Set([start]);
  // Grows while it is read.
  for (const operation of found)
    for (const { target } of findLinks(contract, operation)) found.add(target);
  return [...found];
}

/** Undefined for an operation that is no read, or for which more than a session is missing, or nothing. */
function findRead(
  { planner, options }: Runner,
  operation: Operation,
): Pick<UserSessions['cases'], 'read' | 'cookie'> | undefined {
  const base = planner.createBase(operation);
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (!base || isOptional || isWriteOperation(options.contract, operation)) return undefined;

  const schemes = operation.security.find(
    (all) => all.some(isCookie) && all.every((it) => isReady(it, options)),
  );
  const { key: cookie, pointer } = schemes?.find(isCookie) ?? {};
  return cookie && pointer ? { cookie, read: { ...base, pointer } } : undefined;
}

function without(option: string, why = ''): Missing {
  return { reason: `it needs a session${why}`, option };
}

/** Whether the options lack the credentials of an operation. */
export function needsSession(operation: Operation, options: VerifyOptions): boolean {
  return !allows(operation, (scheme) => isGiven(scheme, options));
}

/** By which client an operation is used, or why it cannot be. */
export function findAccess(
  operation: Operation,
  user: UserSessions | Missing,
  options: VerifyOptions,
): Client {
  const other = operation.security.flat().find((scheme) => !isReady(scheme, options));
  if (other && !allows(operation, (scheme) => isReady(scheme, options)))
    return { missing: describeMissing(other) };

  const needs = needsSession(operation, options);
  if (!(user instanceof UserSessions)) return needs ? { missing: user } : {};
  if (needs) return user.createUser();
  return operation === user.cases.signIn.operation ? user.createClient() : {};
}

function describeMissing({ name, in: place, key }: SecurityScheme): Missing {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}

function isCookie({ in: place }: SecurityScheme): boolean {
  return place === 'cookie';
}

/** Whether a session or the options have the credential of a scheme. */
function isReady(scheme: SecurityScheme, options: VerifyOptions): boolean {
  return isCookie(scheme) || isGiven(scheme, options);
}

function isGiven(scheme: SecurityScheme, { headers }: VerifyOptions): boolean {
  const sent = toRequestMessage({ method: 'GET', target: '', headers });
  return findCredential(scheme, sent) !== undefined;
}
