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
    },
  ],
];

/**
 * Finds protected operations that work without credentials, with invalid ones, or for a client that only claims to
 * be trusted. The mock rejects credentials that are empty or contain "invalid".
 */
export function* credentialCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base } = context;
  const isOptional = operation.security.some((schemes) => schemes.length === 0);
  if (isOptional || operation.security.length === 0) return;

  const shared = { ...base, needsCredentials: false };
  yield { ...shared, kind: 'missing credentials', description: 'The credentials are missing.' };
  const invalid = { kind: 'invalid credentials', toleratedStatuses: [400, 431] } as const;
  if (operation.method === 'GET' && !context.isTagged) {
    yield {
      ...shared,
      kind: 'missing credentials',
      description: 'The method is HEAD, and the credentials are missing.',
      toleratedStatuses: [405],
      rewrite: (request) => ({ ...request, method: 'HEAD' }),
    };
  }
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
        ...invalid,
        description: `The credentials for ${names} are ${adjective}.`,
        rewrite: (request) =>
          schemes.reduce<WireRequest | undefined>(
            (changed, scheme) => changed && addCredential(changed, scheme, value),
            request,
          ),
      };
    }
  }
  yield* wrongSchemes(context);
  const schemes = operation.security.flat();
  for (const [description, headers] of trustedHeaders) {
    const isCredential = schemes.some(({ type, key = '' }) => type !== 'apiKey' || key in headers);
    if (isCredential) continue;

    const change = { ...invalid, needsCredentials: false };
    yield withHeaders(context, `The request ${description}.`, headers, change);
  }
}

/** Each of several schemes that are required together, wrong alone. */
function* wrongSchemes({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  for (const schemes of operation.security) {
    if (schemes.length < 2) continue;

    for (const wrongScheme of schemes) {
      yield {
        ...base,
        kind: 'invalid credentials',
        description: `Only the credentials for ${wrongScheme.name} are invalid.`,
        wrongScheme,
        toleratedStatuses: [400, 431],
        rewrite: (request) => addCredential(request, wrongScheme, 'contract-check-invalid'),
      };
    }
  }
}
