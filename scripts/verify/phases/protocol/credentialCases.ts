import { addCredential } from '../../plan/addCredential.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import { type PhaseContext, withHeaders } from '../phaseContext.ts';

/** Headers that grant access where a server trusts the client, a gateway or its own network. */
const trustedHeaders: readonly [description: string, Readonly<Record<string, string>>][] = [
  [
    'claims to come from the server itself, with basic authentication',
    {
      'X-Forwarded-For': '127.0.0.1',
      'X-Real-IP': '127.0.0.1',
      Forwarded: 'for=127.0.0.1',
      Authorization: 'Basic YWRtaW46YWRtaW4=',
      'X-Forwarded-User': 'admin',
    },
  ],
  [
    'has an unsigned token and the headers of a gateway',
    {
      Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
      'X-User': 'admin',
      'X-Remote-User': 'admin',
      Remote_User: 'admin',
      Origin: 'null',
    },
  ],
];

/**
 * The base request of a protected operation without credentials, with invalid ones, and with what only resembles
 * them. The mock rejects those that are empty or contain "invalid".
 */
export function* credentialCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base } = context;
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (isOptional || operation.security.length === 0) return;
  const shared = { ...base, needsCredentials: false };
  yield { ...shared, kind: 'missing credentials', description: 'The credentials are missing.' };
  for (const schemes of operation.security) {
    const names = schemes.map(({ name }) => name).join(' and ');
    for (const [value, adjective] of [
      ['contract-check-invalid', 'invalid'],
      ['', 'empty'],
      ['invalid%zz', 'a malformed percent-encoding'],
      ['invalid-'.repeat(375), '3000 characters long'],
    ] as const) {
      yield {
        ...shared,
        kind: 'invalid credentials',
        toleratedStatuses: [400, 431],
        description: `The credentials for ${names} are ${adjective}.`,
        rewrite: (request) =>
          schemes.reduce<WireRequest | undefined>(
            (changed, scheme) => changed && addCredential(changed, scheme, value),
            request,
          ),
      };
    }
  }
  yield* grantedAccess(context);
}

function* grantedAccess(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base } = context;
  const shared = {
    kind: 'invalid credentials',
    needsCredentials: false,
    toleratedStatuses: [400],
  } as const;
  const schemes = operation.security.flat();
  for (const [description, headers] of trustedHeaders) {
    const isCredential = schemes.some(({ type, key = '' }) => type !== 'apiKey' || key in headers);
    if (isCredential) continue;
    yield withHeaders(context, `The request ${description}.`, headers, shared);
  }
  for (const { key = '' } of schemes.filter(({ in: place }) => place === 'cookie')) {
    // Loosely written lookups take it for a missing id.
    yield withHeaders(context, `The cookie "${key}" is "null".`, { Cookie: `${key}=null` }, shared);
  }
  if (operation.method !== 'GET') return;
  yield {
    ...base,
    ...shared,
    kind: 'missing credentials',
    description: 'The method is HEAD, and the credentials are missing.',
    toleratedStatuses: [405],
    rewrite: (request) => ({ ...request, method: 'HEAD' }),
  };
}
