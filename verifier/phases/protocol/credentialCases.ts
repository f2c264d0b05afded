import type { SecurityScheme } from '#contract';
import { addCredential } from '../../plan/addCredential.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
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

/** The mock rejects credentials that are empty or contain "invalid". */
const invalidValues: readonly [value: string, adjective: string][] = [
  ['contract-check-invalid', 'invalid'],
  ['', 'empty'],
  ['invalid%zz', 'a malformed percent-encoding'],
  ['invalid-'.repeat(375), '3000 characters long'],
];

/**
 * Finds protected operations that work without credentials, with invalid ones, or for a client that only claims to
 * be trusted.
 */
export function* credentialCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, isTagged } = context;
  const { security } = operation;
  const isOptional = security.some((schemes) => schemes.length === 0);
  if (isOptional || security.length === 0) return;

  const missing = {
    ...context.base,
    kind: 'missing credentials',
    description: 'The credentials are missing.',
    needsCredentials: false,
  } as const;
  yield missing;
  if (operation.method === 'GET' && !isTagged) {
    yield {
      ...missing,
      description: 'The method is HEAD, and the credentials are missing.',
      toleratedStatuses: [405],
      rewrite: (request) => ({ ...request, method: 'HEAD' }),
    };
  }
  for (const schemes of security) yield* invalidCredentials(context, schemes);
  yield* trustedClients(context);
}

/** Wrong credentials for all schemes that are required together. */
function* invalidCredentials(
  { base }: PhaseContext,
  schemes: readonly SecurityScheme[],
): Iterable<CaseDraft> {
  const invalid = { ...base, kind: 'invalid credentials', toleratedStatuses: [400, 431] } as const;
  const names = schemes.map(({ name }) => name).join(' and ');
  for (const [value, adjective] of invalidValues) {
    yield {
      ...invalid,
      needsCredentials: false,
      description: `The credentials for ${names} are ${adjective}.`,
      rewrite: (request) =>
        schemes.reduce((changed, scheme) => addCredential(changed, scheme, value), request),
    };
  }
}

function* trustedClients(context: PhaseContext): Iterable<CaseDraft> {
  const schemes = context.operation.security.flat();
  for (const [description, headers] of trustedHeaders) {
    const isCredential = schemes.some(({ type, key = '' }) => type !== 'apiKey' || key in headers);
    if (isCredential) continue;

    yield withHeaders(context, `The request ${description}.`, headers, {
      kind: 'invalid credentials',
      toleratedStatuses: [400, 431],
      needsCredentials: false,
    });
  }
}
