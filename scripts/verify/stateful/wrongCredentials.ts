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
  const attempts = correct ? similarTo(correct) : invented;
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

const invented: readonly Attempt[] = [
  [
    { user: 'contract-check-no-such-user', password: 'contract-check-no-such-password' },
    'The user name and the password were invented.',
  ],
];

function similarTo({ user, password }: Credentials): Attempt[] {
  const passwords: [candidate: string, description: string][] = [
    [`${password}x`, 'The password has one more character than the correct one.'],
    [swapCase(password), 'The password differs from the correct one in upper and lower case.'],
    [`${password}\0x`, 'A NUL and one more character follow the password.'],
    [condition, 'The user name is correct and the password an SQL condition.'],
  ];
  return [
    ...passwords
      .filter(([it]) => it !== password)
      .map(([it, description]): Attempt => [{ user, password: it }, description]),
    [{ user: asterisk, password }, 'The password is correct and the user name an asterisk.'],
    [{ user: `${user}' -- `, password: condition }, 'An SQL comment follows the user name.'],
  ];
}

/**
 * Finds sign-ins that do not decode a form with correct credentials, or that read them elsewhere than in the body.
 * Nothing for other media types.
 */
export function* formSignIns(signIn: TestCase): Iterable<TestCase> {
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
  yield {
    ...signIn,
    kind: 'wrong credentials',
    description: 'The credentials are in the query, and the body is empty.',
    request: addQuery({ ...request, body: Buffer.alloc(0) }, form.toString()),
  };
}
