import { essenceOf, findResponse, isForm, isRecord } from '#contract';
import { inventedPassword, inventedUser } from '../cases/baseValues.ts';
import { findCredentialFields } from '../checks/requestFields.ts';
import { type Case, sessionLimitReason } from '../model.ts';
import { swapCase } from '../send/alterText.ts';
import { addQuery } from '../send/wireRequest.ts';
import {
  expectRejected,
  getSession,
  makeRoom,
  type SessionContext,
  toSession,
} from './sessionContext.ts';

type SignInPlan = Pick<SessionContext, 'planner' | 'signIn'>;

/** Sign-ins that must fail: last of all, because servers lock accounts after a few wrong passwords. */
export async function tryWrongSignIns(context: SessionContext): Promise<void> {
  await tryWrongCredentials(context);
  // The user could not sign in after the run.
  await makeRoom(context);
  await tryWrongPasswords(context);
}

/** Sign-ins that must fail and cannot lock an account. Neither may a rejected one set a session that works. */
async function tryWrongCredentials(context: SessionContext): Promise<void> {
  const { cookie, runner } = context;
  for (const wrong of createWrongSignIns(context)) {
    const exchange = await runner.run(wrong);
    if (!exchange || exchange.response.status < 400) continue;

    const session = toSession(exchange);
    if (session.cookies.has(cookie))
      await expectRejected(context, 'the session was set by a rejected sign-in', session);
  }
}

function createWrongSignIns(context: SessionContext): Case[] {
  const { planner, signIn } = context;
  const { contract, credentials } = planner.options;
  const fields = findCredentialFields(contract, signIn.operation);
  if (!fields || !credentials) return [];

  const { user, password } = credentials;
  const attempts = [
    ...createAttempt(context, 'the user was invented', inventedUser, inventedPassword, [403]),
    ...createAttempt(context, 'the user is an asterisk', '*', password, [400, 403]),
    ...createAttempt(
      context,
      'an SQL comment follows the user',
      `${user}' -- `,
      "' OR '1'='1",
      [400, 403],
    ),
  ];
  const { request } = signIn;
  const type = essenceOf(request.headers['Content-Type']);
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
export function createWrongPasswords(context: SignInPlan): Case[] {
  const { credentials, triesWrongPasswords } = context.planner.options;
  if (!credentials || !triesWrongPasswords) return [];

  const { user, password } = credentials;
  const swapped = swapCase(password);
  const isAltered = swapped !== password && password.length >= minAlteredLength;
  const wrong = isAltered ? swapped : 'contract-check-wrong';
  const how = isAltered ? 'differs in upper and lower case' : 'is wrong';
  const within = `within a session of the user, the password ${how}`;
  return [
    ...createAttempt(context, within, user, wrong),
    ...createAttempt(context, 'the user is right and the password is empty', user, '', [400]),
  ];
}

async function tryWrongPasswords(context: SessionContext): Promise<void> {
  const { allowsSeveral, runner } = context;
  const [inSession, empty] = createWrongPasswords(context);
  if (!inSession || !empty) return;

  // Nothing could end the session.
  if (allowsSeveral === false) runner.skip(inSession, sessionLimitReason);
  else await runner.run(inSession, { session: await getSession(context) });
  await runner.run(empty);
}

/** None unless the contract says how a sign-in is rejected. */
function createAttempt(
  context: SignInPlan,
  description: string,
  user: string,
  password: string,
  tolerated: number[] = [],
): Case[] {
  const { planner, signIn } = context;
  const { operation } = signIn;
  const fields = findCredentialFields(planner.options.contract, operation);
  const values = planner.createValues(operation);
  const declares401 = findResponse(operation, 401) !== undefined;
  if (!fields || !isRecord(values?.body) || !declares401) return [];

  const body = { ...values.body, [fields.user]: user, [fields.password]: password };
  const request = planner.encode(operation, { ...values, body });
  return request ? [{ ...rejected(context, description, request), tolerated }] : [];
}

function rejected({ signIn }: SignInPlan, description: string, request: Case['request']): Case {
  const tolerated = [400, 403, 411, 415];
  return {
    ...signIn,
    role: 'wrong password',
    expected: 'unauthorized',
    tolerated,
    description,
    request,
  };
}
