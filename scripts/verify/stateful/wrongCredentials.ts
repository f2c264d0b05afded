import { isForm, type Operation, parseMediaType } from '../../../mock-api/contract/index.ts';
import type { Plan } from '../phases/planCases.ts';
import type { TestCase } from '../plan/testCase.ts';
import { addQuery } from '../plan/wireRequest.ts';
import { percentEncode, swapCase } from '../values/variation.ts';
import { type CredentialFields, type Credentials, withCredentials } from './credentialFields.ts';

/**
 * Finds sign-ins that accept an invented user or, if the correct credentials are given, passwords that resemble the
 * correct one. None unless the contract declares 401.
 */
export function* wrongCredentials(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
  correct: Credentials | undefined,
): Iterable<TestCase> {
  const declared = signIn.responses.find(({ status }) => status === '401');
  if (!declared) return;
  const attempts = correct ? similarTo(correct) : [invented];
  for (const [credentials, description] of attempts) {
    const planned = plan.buildRequest(signIn, withCredentials(fields, credentials));
    if (!planned) continue;
    const { pointer } = declared;
    yield { ...planned.testCase, kind: 'wrong credentials', description, pointer };
  }
}

const asterisk = '*';
const condition = "' OR '1'='1";

type Attempt = readonly [Credentials, description: string];

const invented: Attempt = [
  { user: 'contract-check-no-such-user', password: 'contract-check-no-such-password' },
  'The user name and the password were invented.',
];

function similarTo({ user, password }: Credentials): Attempt[] {
  const passwords: [candidate: string, description: string][] = [
    [`${password}x`, 'The password has one more character than the correct one.'],
    [
      [...password].slice(0, -1).join(''),
      'The password lacks the last character of the correct one.',
    ],
    [`${password} `, 'The password is followed by a blank.'],
    [swapCase(password), 'The password differs from the correct one in upper and lower case.'],
    [`${password}\0x`, 'A NUL and one more character follow the password.'],
    [condition, 'The user name is correct and the password an SQL condition.'],
  ];
  return [
    ...passwords
      .filter(([it]) => it !== '' && it !== password)
      .map(([it, description]): Attempt => [{ user, password: it }, description]),
    [{ user: asterisk, password }, 'The password is correct and the user name an asterisk.'],
    [{ user: `${user}' -- `, password: condition }, 'An SQL comment follows the user name.'],
  ];
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
 * need no password. Nothing for other media types.
 */
export function* formSignIns(signIn: TestCase, { password }: CredentialFields): Iterable<TestCase> {
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
  const others = new URLSearchParams([...form].filter(([name]) => name !== password)).toString();
  const withoutBody = { ...request, body: Buffer.alloc(0) };
  const rows: readonly [description: string, request: TestCase['request']][] = [
    ['The password is missing.', { ...request, body: Buffer.from(others) }],
    [
      'The password is a query operator in brackets.',
      { ...request, body: Buffer.from(`${others}&${password}[$ne]=x`) },
    ],
    [
      'The credentials are in the query, and the body is empty.',
      addQuery(withoutBody, form.toString()),
    ],
  ];
  for (const [description, changed] of rows) {
    yield { ...signIn, kind: 'wrong credentials', description, request: changed };
  }
}
