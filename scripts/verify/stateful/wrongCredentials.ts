import type { Operation } from '../../../mock-api/contract/index.ts';
import type { Plan } from '../phases/planCases.ts';
import type { TestCase } from '../plan/testCase.ts';
import { swapCase } from '../values/variation.ts';
import { type CredentialFields, type Credentials, withCredentials } from './credentialFields.ts';

/**
 * Sign-ins that must be rejected: of an invented user, or, if the correct credentials are given, with
 * passwords that resemble the correct one. None unless the contract declares 401.
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
  [{ user: asterisk, password: asterisk }, 'The user name and the password are asterisks.'],
  [
    { user: condition, password: condition },
    'The user name and the password are an SQL condition.',
  ],
];

function similarTo({ user, password }: Credentials): Attempt[] {
  const passwords: [candidate: string, description: string][] = [
    [`${password}x`, 'The password has one more character than the correct one.'],
    [
      [...password].slice(0, -1).join(''),
      'The password lacks the last character of the correct one.',
    ],
    [swapCase(password), 'The password differs from the correct one in upper and lower case.'],
    [`${password} `, 'The password is followed by a blank.'],
    [`${password}\0x`, 'A NUL and one more character follow the password.'],
    [condition, 'The user name is correct and the password an SQL condition.'],
  ];
  const users: Attempt[] = [
    [{ user: asterisk, password }, 'The password is correct and the user name an asterisk.'],
    [{ user: `${user}' -- `, password: condition }, 'An SQL comment follows the user name.'],
  ];
  const similar = passwords.filter(([it]) => it !== '' && it !== password);
  return [
    ...similar.map(([it, description]): Attempt => [{ user, password: it }, description]),
    ...users,
  ];
}
