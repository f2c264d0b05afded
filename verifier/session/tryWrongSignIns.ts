import { essenceOf, findResponse, isForm, isRecord } from '#contract';
import { createBaseValues, inventedPassword, inventedUser } from '../cases/baseValues.ts';
import { encodeRequest } from '../cases/encodeRequest.ts';
import { swapCase } from '../cases/values/swapCase.ts';
import { findCredentialFields } from '../checks/credentialFields.ts';
import { type Case, type Session, sessionLimitReason } from '../model.ts';
import type { Runner } from '../run/Runner.ts';
import { addQuery } from '../send/wireRequest.ts';
import { toSession, type UserSessions } from './UserSessions.ts';

/** Sends sign-ins that must fail. They come last in a run, because servers lock accounts after a few wrong passwords. */
export async function tryWrongSignIns(sessions: UserSessions): Promise<void> {
  await tryWrongCredentials(sessions);
  // The user could not sign in after the run.
  await sessions.allowSignIn();
  await tryWrongPasswords(sessions);
}

/** Sends wrong credentials that cannot lock an account. */
async function tryWrongCredentials(sessions: UserSessions): Promise<void> {
  const { cases, runner } = sessions;
  for (const wrong of createWrongSignIns(runner, cases.signIn)) await trySignIn(sessions, wrong);
}

/** Sends a sign-in that must be rejected, and may not set a session id that works. */
async function trySignIn(sessions: UserSessions, wrong: Case, session?: Session): Promise<void> {
  const exchange = await sessions.runner.run(wrong, { session });
  if (!exchange || exchange.response.status < 400) return;

  const { cookie } = sessions.cases;
  const started = toSession(exchange);
  const id = started.cookies.get(cookie);
  if (id !== undefined && id !== session?.cookies.get(cookie))
    await sessions.expectRejected('the session was set by a rejected sign-in', started);
}

function createWrongSignIns(runner: Runner, signIn: Case): Case[] {
  const { contract, credentials } = runner.options;
  const fields = findCredentialFields(contract, signIn.operation);
  if (!fields || !credentials) return [];

  const { user, password } = credentials;
  const attempts = createAttempts(runner, signIn, [
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
    expectRejection(
      signIn,
      'user and password are query operators in brackets',
      inBrackets,
      tolerated,
    ),
    expectRejection(signIn, 'the credentials are in the query', inQuery, tolerated),
  ];
}

/** The minimum length of a password that is altered: a shorter one could be guessed from the altered one. */
const minAlteredLength = 6;

/**
 * Sends the only wrong passwords of the real user, because servers lock accounts after a few: one within a session, and
 * an empty one, with which LDAP signs in anonymously.
 */
async function tryWrongPasswords(sessions: UserSessions): Promise<void> {
  const { allowsSeveral, cases, runner } = sessions;
  const { credentials, triesWrongPasswords } = runner.options;
  if (!credentials || !triesWrongPasswords) return;

  const { user, password } = credentials;
  const swapped = swapCase(password);
  const isAltered = swapped !== password && password.length >= minAlteredLength;
  const wrong = isAltered ? swapped : 'contract-check-wrong';
  const how = isAltered ? 'differs in upper and lower case' : 'is wrong';
  const [inSession, empty] = createAttempts(runner, cases.signIn, [
    [`within a session of the user, the password ${how}`, user, wrong, []],
    ['the user is right and the password is empty', user, '', [400]],
  ]);
  if (!inSession || !empty) return;

  // Nothing could end the session.
  if (allowsSeveral === false) runner.skip(inSession, { reason: sessionLimitReason });
  else await trySignIn(sessions, inSession, await sessions.getCurrent());
  await trySignIn(sessions, empty);
}

/** Wrong credentials, with the statuses that a firewall or the validation of a form may send. */
type Attempt = [description: string, user: string, password: string, tolerated: number[]];

/** Creates sign-ins with wrong credentials; none unless the contract says how a sign-in is rejected. */
function createAttempts({ options }: Runner, signIn: Case, attempts: readonly Attempt[]): Case[] {
  const { contract } = options;
  const { operation } = signIn;
  const fields = findCredentialFields(contract, operation);
  const values = createBaseValues(options, operation);
  const declares401 = findResponse(operation, 401) !== undefined;
  if (!fields || !isRecord(values?.body) || !declares401) return [];

  const { body } = values;
  return attempts.flatMap(([description, user, password, tolerated]) => {
    const wrong = { ...body, [fields.user]: user, [fields.password]: password };
    const request = encodeRequest(contract, operation, { ...values, body: wrong });
    return request ? expectRejection(signIn, description, request, tolerated) : [];
  });
}

function expectRejection(
  signIn: Case,
  description: string,
  request: Case['request'],
  tolerated: readonly number[],
): Case {
  const role = 'wrong password';
  return { ...signIn, role, expected: 'unauthorized', tolerated, description, request };
}
