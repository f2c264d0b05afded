import { isForm, type Operation, parseMediaType } from '#contract';
import type { Plan } from '../phases/planCases.ts';
import { forwardedHeaders } from '../plan/forwardedHeaders.ts';
import { mergeHeaders } from '../plan/mergeHeaders.ts';
import type { TestCase } from '../plan/testCase.ts';
import { addQuery } from '../plan/wireRequest.ts';
import { percentEncode, swapCase } from '../values/variation.ts';
import { type CredentialFields, type Credentials, withCredentials } from './credentialFields.ts';

type Attempt = readonly [Credentials, description: string];

/** Markup in the name shows whether a sign-in page repeats it unescaped. */
const inventedUsers: readonly Attempt[] = [
  [
    { user: 'contract-check-<b>no-such-user', password: 'contract-check-no-such-password' },
    'The user name and the password were invented.',
  ],
];

/** Sign-ins of users who do not exist. None unless the contract declares 401. */
export function inventedCredentials(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
): TestCase[] {
  return attempt(plan, signIn, fields, inventedUsers);
}

/** User names of which a server that interprets them makes the correct one. None locks an account. */
export function similarUsers(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
  { user, password }: Credentials,
): TestCase[] {
  return attempt(plan, signIn, fields, [
    [{ user: '*', password }, 'The password is correct and the user name an asterisk.'],
    [{ user: `${user}' -- `, password: "' OR '1'='1" }, 'An SQL comment follows the user name.'],
  ]);
}

/** A shorter password is not altered: what resembles it would tell it. */
const minAlteredLength = 6;

/**
 * The only wrong passwords of the real user, because servers lock accounts after a few: one to send in a session, and
 * an empty one, with which LDAP binds anonymously.
 */
export function wrongPasswords(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
  { user, password }: Credentials,
): { inSession: TestCase | undefined; empty: TestCase | undefined } {
  const swapped = swapCase(password);
  const isAltered = swapped !== password && password.length >= minAlteredLength;
  const wrong = isAltered ? swapped : 'contract-check-wrong';
  const how = isAltered ? 'differs from the correct one in upper and lower case' : 'is wrong';
  const [inSession] = attempt(plan, signIn, fields, [
    [{ user, password: wrong }, `Within a session of the user, the password ${how}.`],
  ]);
  const [empty] = attempt(plan, signIn, fields, [
    [{ user, password: '' }, 'The user name is correct and the password is empty.'],
  ]);
  return { inSession, empty };
}

function attempt(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
  attempts: readonly Attempt[],
): TestCase[] {
  const declared = signIn.responses.find(({ status }) => status === '401');
  if (!declared) return [];

  const { pointer } = declared;
  return attempts.flatMap(([credentials, description]) => {
    const change = withCredentials(fields, credentials);
    const planned = plan.buildRequest(signIn, change, 'wrong credentials');
    return planned ? [{ ...planned.testCase, description, pointer }] : [];
  });
}

/** The correct sign-in as the host forwards it, where forgery checks of another origin or host would reject it. */
export function forwardedSignIn(signIn: TestCase, publicUrl: URL | undefined): TestCase[] {
  if (!publicUrl) return [];

  const { request } = signIn;
  const headers = forwardedHeaders(publicUrl, request.method);
  const description = 'The sign-in is as the host of --public-url forwards it.';
  const forwarded = { ...request, headers: mergeHeaders(request.headers, headers) };
  return [{ ...signIn, kind: 'sign-in', isSignedIn: false, description, request: forwarded }];
}

/** Finds sign-ins that give the same session to two clients at the same time. */
export function signInsAtOnce(signIn: TestCase): TestCase[] {
  const repetition = { group: `${signIn.operation.id} at once`, isConcurrent: true };
  return [1, 2].map((number) => {
    const description = `Sign-in ${number} of 2 at the same time.`;
    return { ...signIn, kind: 'sign-in', isSignedIn: false, description, repetition };
  });
}

/**
 * Finds sign-ins that do not decode a form with correct credentials, that read them elsewhere than in the body, or that
 * take a query operator for a value. None has a wrong password of the real user. Nothing for other media types.
 */
export function* formSignIns(
  signIn: TestCase,
  { user, password }: CredentialFields,
): Iterable<TestCase> {
  const { request } = signIn;
  const type = parseMediaType(request.headers['Content-Type'] ?? '')?.essence ?? '';
  if (!isForm(type) || !request.body) return;

  const form = new URLSearchParams(String(request.body));
  const encoded = [...form].map((pair) => pair.map(percentEncode).join('=')).join('&');
  yield {
    ...signIn,
    kind: 'valid data',
    description: 'Every character of the credentials is percent-encoded in lower case.',
    request: { ...request, body: Buffer.from(encoded) },
  };
  const withoutBody = { ...request, body: Buffer.alloc(0) };
  const operators = Buffer.from(`${user}[$ne]=contract-check&${password}[$ne]=contract-check`);
  const rows: readonly [description: string, request: TestCase['request']][] = [
    ['User name and password are query operators in brackets.', { ...request, body: operators }],
    [
      'The credentials are in the query, and the body is empty.',
      addQuery(withoutBody, form.toString()),
    ],
  ];
  for (const [description, changed] of rows) {
    yield { ...signIn, kind: 'wrong credentials', description, request: changed };
  }
}
