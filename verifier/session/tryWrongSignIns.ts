import { essenceOf, findResponse, isForm, isRecord } from '#contract';
import { inventedPassword, inventedUser } from '../cases/baseValues.ts';
import type { Planner } from '../cases/createPlanner.ts';
import { swapCase } from '../cases/values/swapCase.ts';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { type Case, sessionLimitReason } from '../model.ts';
import { addQuery } from '../send/wireRequest.ts';
import { toSession, type UserSessions } from './UserSessions.ts';

/** Sign-ins that must fail: last of all, because servers lock accounts after a few wrong passwords. */
export async function tryWrongSignIns(sessions: UserSessions): Promise<void> {
  await tryWrongCredentials(sessions);
  // The user could not sign in after the run.
  await sessions.makeRoom();
  await tryWrongPasswords(sessions);
}

/** Sign-ins that must fail and cannot lock an account. Neither may a rejected one set a session that works. */
async function tryWrongCredentials(sessions: UserSessions): Promise<void> {
  const { cases, runner } = sessions;
  for (const wrong of createWrongSignIns(runner.planner, cases.signIn)) {
    const exchange = await runner.run(wrong);
    if (!exchange || exchange.response.status < 400) continue;

    const session = toSession(exchange);
    if (session.cookies.has(cases.cookie))
      await sessions.expectRejected('the session was set by a rejected sign-in', session);
  }
}

function createWrongSignIns(planner: Planner, signIn: Case): Case[] {
  const { contract, credentials } = planner.options;
  const fields = findCredentialFields(contract, signIn.operation);
  if (!fields || !credentials) return [];

  const { user, password } = credentials;
  const attempts = createAttempts(planner, signIn, [
    ['the user was invented', inventedUser, inventedPassword, [403]],
    ['the user is an asterisk', '*', password, [400, 403]],
    ['an SQL comment follows the user', `${user}' -- `, "' OR '1'='1", [400, 403]],
  ]);
  const { request } = signIn;
  const type = essenceOf(request.headers['Content-Type']);
  if (!isForm(type) || attempts.length === 0) return attempts;

  const operators = `${fields.user}[$ne]=contract-check&${fields.password}[$ne]=contract-check`;
  const inBrackets = { ...request, body: Buffer.from(operators) };
  const inQuery = addQuery({ ...request, body: Buffer.alloc(0) }, String(request.body));
  const tolerated = [400, 403, 411, 415];
  return [
    ...attempts,
    rejected(signIn, 'user and password are query operators in brackets', inBrackets, tolerated),
    rejected(signIn, 'the credentials are in the query', inQuery, tolerated),
  ];
}

/** A shorter password is not altered: what resembles it would tell it. */
const minAlteredLength = 6;

/**
 * The only wrong passwords of the real user, because servers lock accounts after a few: one to send within a session, and
 * an empty one, with which LDAP binds anonymously.
 */
function createWrongPasswords(planner: Planner, signIn: Case): Case[] {
  const { credentials, triesWrongPasswords } = planner.options;
  if (!credentials || !triesWrongPasswords) return [];

  const { user, password } = credentials;
  const swapped = swapCase(password);
  const isAltered = swapped !== password && password.length >= minAlteredLength;
  const wrong = isAltered ? swapped : 'contract-check-wrong';
  const how = isAltered ? 'differs in upper and lower case' : 'is wrong';
  return createAttempts(planner, signIn, [
    [`within a session of the user, the password ${how}`, user, wrong, []],
    ['the user is right and the password is empty', user, '', [400]],
  ]);
}

async function tryWrongPasswords(sessions: UserSessions): Promise<void> {
  const { allowsSeveral, cases, runner } = sessions;
  const [inSession, empty] = createWrongPasswords(runner.planner, cases.signIn);
  if (!inSession || !empty) return;

  // Nothing could end the session.
  if (allowsSeveral === false) runner.skip(inSession, { reason: sessionLimitReason });
  else await runner.run(inSession, { session: await sessions.getCurrent() });
  await runner.run(empty);
}

/** Wrong credentials, and the statuses that a firewall or the check of a form may send. */
type Attempt = [description: string, user: string, password: string, tolerated: number[]];

/** None unless the contract says how a sign-in is rejected. */
function createAttempts(planner: Planner, signIn: Case, attempts: readonly Attempt[]): Case[] {
  const { operation } = signIn;
  const fields = findCredentialFields(planner.options.contract, operation);
  const values = planner.createValues(operation);
  const declares401 = findResponse(operation, 401) !== undefined;
  if (!fields || !isRecord(values?.body) || !declares401) return [];

  const { body } = values;
  return attempts.flatMap(([description, user, password, tolerated]) => {
    const wrong = { ...body, [fields.user]: user, [fields.password]: password };
    const request = planner.encode(operation, { ...values, body: wrong });
    return request ? rejected(signIn, description, request, tolerated) : [];
  });
}

function rejected(
  signIn: Case,
  description: string,
  request: Case['request'],
  tolerated: readonly number[],
): Case {
  const role = 'wrong password';
  return { ...signIn, role, expected: 'unauthorized', tolerated, description, request };
}
