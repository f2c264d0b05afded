import {
  allows,
  type Contract,
  findCredential,
  findLinks,
  type Operation,
  type SecurityScheme,
} from '#contract';
import { createBaseCase } from '../cases/baseCase.ts';
import { selectOperations } from '../cases/selectOperations.ts';
import { isSignIn } from '../checks/credentialFields.ts';
import { endsSessionOrResource, isWriteOperation } from '../checks/isWrite.ts';
import type { SkipReason, VerifyOptions } from '../model.ts';
import type { Client } from '../run/CaseSender.ts';
import type { Runner } from '../run/Runner.ts';
import { toRequestMessage } from '../send/wireRequest.ts';
import { UserSessions } from './UserSessions.ts';

/** Signs the user in, if an operation to test needs a session or changes one. */
export async function startUserSession(runner: Runner): Promise<UserSessions | SkipReason> {
  const { options } = runner;
  const sessions = findSessions(runner);
  const isAskedFor = (it: Operation) =>
    it === sessions?.cases.signIn.operation ||
    endsSessionOrResource(options.contract, it) ||
    needsSession(it, options);
  if (!sessions) return without('--header', ', and no sign-in has a link to a read that needs one');
  if (!selectOperations(options).some(isAskedFor)) return without('--header');
  if (!options.credentials) return without('VERIFY_USER, VERIFY_PASSWORD');
  if (!options.allowWrites) return without('--allow-writes');

  const exchange = await runner.run(sessions.cases.signIn);
  if (exchange && sessions.read(exchange)) return sessions;
  return { reason: 'the sign-in fails' };
}

/** Finds a sign-in whose links lead to a read that needs a session; undefined if the contract has none. */
function findSessions(runner: Runner): UserSessions | undefined {
  const { options } = runner;
  const { contract } = options;
  const starts = contract.operations.filter((it) => isSignIn(contract, it));
  for (const start of starts) {
    const reachable = findReachable(contract, start);
    const base = createBaseCase(options, start);
    const [read] = reachable.flatMap((it) => findRead(options, it) ?? []);
    if (!base || !read) continue;

    const last = reachable.find((it) => endsSessionOrResource(contract, it));
    const signOut = last && createBaseCase(options, last);
    return new UserSessions(runner, { signIn: { ...base, role: 'sign-in' }, ...read, signOut });
  }
  return undefined;
}

/** Finds an operation and those to which its links lead, directly or indirectly. */
function findReachable(contract: Contract, start: Operation): Operation[] {
  const found = new Set([start]);
  // The set grows during the iteration.
  for (const operation of found)
    for (const { target } of findLinks(contract, operation)) found.add(target);
  return [...found];
}

/** Creates the case of a read that needs a session and nothing that is missing; undefined for any other operation. */
function findRead(
  options: VerifyOptions,
  operation: Operation,
): Pick<UserSessions['cases'], 'read' | 'cookie'> | undefined {
  const base = createBaseCase(options, operation);
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (!base || isOptional || isWriteOperation(options.contract, operation)) return undefined;

  const schemes = operation.security.find(
    (all) => all.some(isCookie) && all.every((it) => isProvided(it, options)),
  );
  const { key: cookie, pointer } = schemes?.find(isCookie) ?? {};
  return cookie && pointer ? { cookie, read: { ...base, pointer } } : undefined;
}

function without(option: string, why = ''): SkipReason {
  return { reason: `it needs a session${why}`, option };
}

/** Whether the options lack the credentials of an operation. */
export function needsSession(operation: Operation, options: VerifyOptions): boolean {
  return !allows(operation, (scheme) => isInHeaders(scheme, options));
}

/** Finds the client for the requests to an operation, or the reason why it cannot send any. */
export function findClient(
  operation: Operation,
  user: UserSessions | SkipReason,
  options: VerifyOptions,
): Client {
  const other = operation.security.flat().find((scheme) => !isProvided(scheme, options));
  if (other && !allows(operation, (scheme) => isProvided(scheme, options)))
    return { missing: describeMissing(other) };

  const needs = needsSession(operation, options);
  if (!(user instanceof UserSessions)) return needs ? { missing: user } : {};
  if (needs) return user.createSessionClient();
  return operation === user.cases.signIn.operation ? user.createSignInClient() : {};
}

function describeMissing({ name, in: place, key }: SecurityScheme): SkipReason {
  if (place === 'query') return { reason: `it needs "${key}" in the query, which no option adds` };
  return { reason: `it needs credentials for ${name}`, option: '--header' };
}

function isCookie({ in: place }: SecurityScheme): boolean {
  return place === 'cookie';
}

/** Whether a session or the options provide the credential of a scheme. */
function isProvided(scheme: SecurityScheme, options: VerifyOptions): boolean {
  return isCookie(scheme) || isInHeaders(scheme, options);
}

/** Whether the headers of the options have the credential of a scheme. */
function isInHeaders(scheme: SecurityScheme, { headers }: VerifyOptions): boolean {
  const sent = toRequestMessage({ method: 'GET', target: '', headers });
  return findCredential(scheme, sent) !== undefined;
}
