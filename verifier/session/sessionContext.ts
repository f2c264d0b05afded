import type { Planner } from '../cases/createPlanner.ts';
import { isLimit } from '../checks/isInconclusive.ts';
import { mayEndSession } from '../checks/isWrite.ts';
import { setCookies } from '../checks/sessionCookies.ts';
import { type Case, type Exchange, isClientError, isSuccess, type Session } from '../model.ts';
import type { Runner, RunOptions } from '../run/Runner.ts';

/** A sign-in with correct credentials, and what its links lead to. */
export interface SessionContext {
  runner: Runner;
  planner: Planner;
  signIn: Case;
  /** A read that needs the session. */
  read: Case;
  /** The name of the session's cookie. */
  cookie: string;
  /** The sign-out, if the contract has one. */
  ending: Case | undefined;
  /** Whether a user may sign in while a session lives; undefined until a sign-in is rejected. */
  allowsSeveral?: boolean | undefined;
}

/**
 * Signs in.
 * @param client the client that signs in; one without cookies by default
 * @returns undefined if the response starts no session
 */
export async function startSession(
  context: SessionContext,
  description: string,
  client?: Session,
  role: Case['role'] = 'sign-in',
): Promise<Session | undefined> {
  const { runner, signIn } = context;
  const exchange = await runner.run(
    { ...signIn, role, description },
    signInOptions(context, client),
  );
  return exchange && readSession(context, exchange);
}

/** Those of a sign-in, which the server may reject while another session lives. */
export function signInOptions(context: SessionContext, client?: Session): RunOptions {
  const prepare = async () => {
    await makeRoom(context);
    return client;
  };
  return { prepare, recover: (rejected) => isSessionLimit(context, rejected) };
}

/** Finds out once whether the server rejects any sign-in while a session lives, and none after its end. */
async function isSessionLimit(context: SessionContext, { response }: Exchange): Promise<boolean> {
  const { allowsSeveral, runner, signIn } = context;
  if (allowsSeveral !== undefined || !isClientError(response) || isLimit(response)) return false;

  const description = 'the user signs in again';
  const again = await runner.run({ ...signIn, expected: 'any', description });
  context.allowsSeveral = again && isSuccess(again);
  if (context.allowsSeveral !== false) return false;

  const session = await startSession(context, 'the user signs in after the end of the session');
  context.allowsSeveral = !session;
  return !context.allowsSeveral;
}

/** The session that a response starts; undefined if it starts none. */
export function readSession({ cookie }: SessionContext, exchange: Exchange): Session | undefined {
  const session = toSession(exchange);
  return isSuccess(exchange) && session.cookies.has(cookie) ? session : undefined;
}

/** A client with the cookies of a response. It keeps them, to show what an ended session may still do. */
export function toSession(exchange: Exchange): Session {
  return { cookies: setCookies(exchange.response), steps: [...exchange.steps, exchange] };
}

/** The session of the last sign-in, or that of another one if it may have ended. */
export async function getSession(context: SessionContext): Promise<Session | undefined> {
  const { contract } = context.runner.options;
  const session = findLastSession(context, (it) => mayEndSession(contract, it));
  return session ?? startSession(context, 'a sign-in after the end of a session');
}

/** Ends the session that lives, if the server rejects a sign-in beside it. */
export async function makeRoom(context: SessionContext): Promise<void> {
  const { allowsSeveral, ending, runner } = context;
  if (!ending || allowsSeveral !== false) return;

  const session = findLastSession(context, ({ operation }) => operation === ending.operation);
  const description = 'the user signs out before the next sign-in';
  if (session) await runner.run({ ...ending, description }, { session });
}

/** The session of the last sign-in; undefined if a request has ended it. */
function findLastSession(
  context: SessionContext,
  ends: (exchange: Exchange) => boolean,
): Session | undefined {
  const { cookie, runner, signIn } = context;
  const started = runner.exchanges.filter(({ operation }) => operation === signIn.operation);
  const session = started.flatMap((it) => readSession(context, it) ?? []).at(-1);
  const id = session?.cookies.get(cookie) ?? '';
  const hasEnded = runner.exchanges.some(
    (it) => isSuccess(it) && ends(it) && it.request.headers.Cookie?.includes(id),
  );
  return hasEnded ? undefined : session;
}

/** A client with a session id that no sign-in has set. */
export function inventSession({ cookie }: SessionContext, id: string): Session {
  return { cookies: new Map([[cookie, id]]), steps: [] };
}

export function expectAccepted(
  { runner, read }: SessionContext,
  description: string,
  session: Session,
  request = read.request,
): Promise<Exchange | undefined> {
  return runner.run({ ...read, request, description }, { session });
}

export function expectRejected(
  { runner, read }: SessionContext,
  description: string,
  session: Session | undefined,
  change: Partial<Case> = {},
): Promise<Exchange | undefined> {
  return runner.run({ ...read, expected: 'unauthorized', description, ...change }, { session });
}
