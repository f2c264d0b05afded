import { isForm, parseMediaType } from '../../../mock-api/contract/index.ts';
import type { TestCase } from '../plan/testCase.ts';
import { addQuery } from '../plan/wireRequest.ts';
import { percentEncode } from '../values/variation.ts';
import type { CredentialFields } from './credentialFields.ts';

type ChangeForm = (form: URLSearchParams, fields: CredentialFields) => string;

/** Forms that do not contain the correct user name and password as declared. */
const rejectedForms: readonly [description: string, change: ChangeForm][] = [
  ['The password is missing.', (form, { password }) => without(form, password).toString()],
  ['The password is empty.', (form, { password }) => `${without(form, password)}&${password}=`],
  [
    'The password is a query operator in brackets.',
    (form, { password }) => `${without(form, password)}&${password}[$ne]=x`,
  ],
];

/**
 * Variations of a sign-in form with correct credentials: one with every character percent-encoded, which must
 * be accepted, and some that must not. Nothing for other media types.
 */
export function* formSignIns(signIn: TestCase, fields: CredentialFields): Iterable<TestCase> {
  const { request, operation } = signIn;
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
  const pointer = operation.requestBody?.pointer ?? signIn.pointer;
  const wrong = { ...signIn, kind: 'wrong credentials', pointer } as const;
  for (const [description, change] of rejectedForms) {
    const body = Buffer.from(change(form, fields));
    yield { ...wrong, description, request: { ...request, body } };
  }
  const description = 'The credentials are in the query, and the body is empty.';
  const withoutBody = { ...request, body: Buffer.alloc(0) };
  yield { ...wrong, description, request: addQuery(withoutBody, form.toString()) };
}

function without(form: URLSearchParams, name: string): URLSearchParams {
  return new URLSearchParams([...form].filter(([key]) => key !== name));
}
