import type { Operation } from '../../../mock-api/contract/contract.ts';
import { isObject } from '../../../mock-api/contract/jsonPointer.ts';
import type { Plan } from '../phases/planCases.ts';
import type { TestCase } from '../plan/testCase.ts';
import type { CredentialFields } from './credentialFields.ts';

interface Credentials {
  user: string;
  password: string;
}

/**
 * Sign-ins that must be rejected: of an invented user, or, if the correct credentials are given, with
 * passwords that resemble the correct one. None unless the contract declares 401.
 */
export function* wrongCredentials(
  plan: Plan,
  signIn: Operation,
  fields: CredentialFields,
  correct: Credentials | undefined,
  isThorough: boolean,
): Iterable<{ testCase: TestCase; password: string }> {
  const declared = signIn.responses.find(({ status }) => status === '401');
  if (!declared) return;
  const attempts = correct ? similarTo(correct) : invented;
  for (const [credentials, description] of isThorough
    ? attempts
    : attempts.slice(0, defaultCount)) {
    const planned = plan.buildRequest(signIn, (values) =>
      isObject(values.body)
        ? {
            ...values,
            body: {
              ...values.body,
              [fields.user]: credentials.user,
              [fields.password]: credentials.password,
            },
          }
        : values,
    );
    if (!planned) continue;
    const { pointer } = declared;
    const testCase: TestCase = {
      ...planned.testCase,
      kind: 'wrong credentials',
      description,
      pointer,
    };
    yield { testCase, password: credentials.password };
  }
}

/** Few, because a server may lock an account after some attempts. */
const defaultCount = 2;

type Attempt = readonly [Credentials, description: string];

const invented: readonly Attempt[] = [
  [
    { user: 'contract-check-no-such-user', password: 'contract-check-no-such-password' },
    'The user name and the password were invented.',
  ],
];

function similarTo({ user, password }: Credentials): Attempt[] {
  const attempts: [string, string][] = [
    [`${password}x`, 'The password has one more character than the correct one.'],
    [
      [...password].slice(0, -1).join(''),
      'The password lacks the last character of the correct one.',
    ],
    [swapCase(password), 'The password differs from the correct one in upper and lower case.'],
    [`${password} `, 'The password is followed by a blank.'],
  ];
  return attempts
    .filter(([candidate]) => candidate !== '' && candidate !== password)
    .map(([candidate, description]) => [{ user, password: candidate }, description]);
}

function swapCase(text: string): string {
  const lower = text.toLowerCase();
  return text === lower ? text.toUpperCase() : lower;
}
