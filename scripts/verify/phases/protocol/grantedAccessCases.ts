import type { CaseDraft } from '../../plan/testCase.ts';
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

/** Requests to a protected operation that must not get access, although they contain something like it. */
export function* grantedAccessCases(context: PhaseContext): Iterable<CaseDraft> {
  const { operation, base } = context;
  const isProtected = operation.security.every((schemes) => schemes.length > 0);
  if (operation.security.length === 0 || !isProtected) return;
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
