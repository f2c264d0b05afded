import { findResponse, isForm, isRecord, parseMediaType } from '#contract';
import { inventedPassword, inventedUser } from '../cases/baseValues.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import type { Case } from '../model.ts';
import { swapCase } from '../send/alterText.ts';
import { forwardedHeaders } from '../send/forwardedHeaders.ts';
import { mergeHeaders } from '../send/mergeHeaders.ts';
import { addQuery } from '../send/wireRequest.ts';
import { expectRejected, type SessionContext, startSession, toSession } from './sessionContext.ts';

type PlanContext = Pick<SessionContext, 'planner' | 'signIn'> & {
  runner: Pick<SessionContext['runner'], 'options'>;
};

/** Two clients that sign in at the same time get a session each; so does one behind the host of --public-url. */
export async function signInBeside(context: SessionContext): Promise<void> {
  const { runner, signIn } = context;
  const atOnce = [1, 2].map((number): Case => {
    const description = `sign-in ${number} of 2 at the same time`;
    return { ...signIn, role: 'sign-in', description };
  });
  await runner.runAtOnce(atOnce);

  const { publicUrl } = runner.options;
  if (!publicUrl) return;
  const { request } = signIn;
  const headers = mergeHeaders(request.headers, forwardedHeaders(publicUrl, request.method));
  const description = 'a sign-in as the host of --public-url forwards it';
  await startSession(context, description, { request: { ...request, headers } });
}

/** Sign-ins that must fail and cannot lock an account. Neither may a rejected one set a session that works. */
export async function tryWrongCredentials(context: SessionContext): Promise<void> {
  const { runner, scheme } = context;
  for (const wrong of createWrongSignIns(context)) {
    const exchange = await runner.run(wrong);
    if (!exchange || exchange.response.status < 400) continue;

    const session = toSession(exchange);
    if (session.cookies.has(scheme.key ?? ''))
      await expectRejected(context, 'the session was set by a rejected sign-in', session);
  }
}

function createWrongSignIns(context: SessionContext): Case[] {
  const { runner, signIn } = context;
  const { contract, credentials } = runner.options;
  const fields = findCredentialFields(contract, signIn.operation);
  if (!fields || !credentials) return [];

  const { user, password } = credentials;
  const attempts = [
    createAttempt(context, 'the user was invented', inventedUser, inventedPassword),
    createAttempt(context, 'the user is an asterisk', '*', password),
    createAttempt(context, 'an SQL comment follows the user', `${user}' -- `, "' OR '1'='1"),
  ].filter((attempt) => attempt !== undefined);
  const { request } = signIn;
  const type = parseMediaType(request.headers['Content-Type'] ?? '')?.essence ?? '';
  if (!isForm(type) || attempts.length === 0) return attempts;

  const operators = `${fields.user}[$ne]=contract-check&${fields.password}[$ne]=contract-check`;
  const inBrackets = { ...request, body: Buffer.from(operators) };
  const inQuery = addQuery({ ...request, body: Buffer.alloc(0) }, String(request.body));
  return [
    ...attempts,
    rejected(context, 'user and password are query operators in brackets', inBrackets),
    rejected(context, 'the credentials are in the query', inQuery),
  ];
}

/** A shorter password is not altered: what resembles it would tell it. */
const minAlteredLength = 6;

/**
 * The only wrong passwords of the real user, because servers lock accounts after a few: one to send within a session, and
 * an empty one, with which LDAP binds anonymously.
 */
export function createWrongPasswords(context: PlanContext): {
  inSession: Case | undefined;
  empty: Case | undefined;
} {
  const { credentials } = context.runner.options;
  if (!credentials) return { inSession: undefined, empty: undefined };

  const { user, password } = credentials;
  const swapped = swapCase(password);
  const isAltered = swapped !== password && password.length >= minAlteredLength;
  const wrong = isAltered ? swapped : 'contract-check-wrong';
  const how = isAltered ? 'differs in upper and lower case' : 'is wrong';
  const within = `within a session of the user, the password ${how}`;
  return {
    inSession: createAttempt(context, within, user, wrong),
    empty: createAttempt(context, 'the user is right and the password is empty', user, ''),
  };
}

/** Sends them last of all. */
export async function tryWrongPasswords(context: SessionContext): Promise<void> {
  const { runner } = context;
  const { inSession, empty } = createWrongPasswords(context);
  if (!inSession || !empty || !runner.options.triesWrongPasswords) return;

  const description = 'a session in which a wrong password follows';
  const session = await startSession(context, description, { role: 'signed in' });
  await runner.run(inSession, { session });
  await runner.run(empty);
}

/** Undefined unless the contract says how a sign-in is rejected. */
function createAttempt(
  context: PlanContext,
  description: string,
  user: string,
  password: string,
): Case | undefined {
  const { planner, runner, signIn } = context;
  const { operation } = signIn;
  const fields = findCredentialFields(runner.options.contract, operation);
  const values = planner.createValues(operation);
  const declares401 = findResponse(operation, 401) !== undefined;
  if (!fields || !isRecord(values?.body) || !declares401) return undefined;

  const body = { ...values.body, [fields.user]: user, [fields.password]: password };
  const request = planner.encode(operation, { ...values, body });
  return request && rejected(context, description, request);
}

function rejected({ signIn }: PlanContext, description: string, request: Case['request']): Case {
  const expected = 'unauthorized';
  return { ...signIn, role: 'wrong password', expected, description, request };
}
