import { mergeHeaders } from '../../plan/mergeHeaders.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';

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

/** Session ids that loosely written lookups find. */
const guessedIds = ['null', '../..', '0', '%', "x' OR '1'='1", 'true'];
const defaultCount = 1;

/** Requests to a protected operation that must not get access, although they contain something like it. */
export function* grantedAccessCases({ operation, base }: PhaseContext): Iterable<CaseDraft> {
  const isProtected = operation.security.every((schemes) => schemes.length > 0);
  if (operation.security.length === 0 || !isProtected) return;
  const shared = { ...base, needsCredentials: false, toleratedStatuses: [400] };
  const schemes = operation.security.flat();
  for (const [description, headers] of trustedHeaders) {
    const isCredential = schemes.some(({ type, key = '' }) => type !== 'apiKey' || key in headers);
    if (isCredential) continue;
    yield {
      ...shared,
      kind: 'invalid credentials',
      description: `The request ${description}.`,
      rewrite: (request) => ({ ...request, headers: mergeHeaders(request.headers, headers) }),
    };
  }
  for (const { key = '' } of schemes.filter(({ in: place }) => place === 'cookie')) {
    for (const [i, id] of guessedIds.entries()) {
      yield {
        ...shared,
        kind: 'invalid credentials',
        description: `The cookie "${key}" is "${id}".`,
        isThorough: i >= defaultCount,
        rewrite: (request) => ({
          ...request,
          headers: mergeHeaders(request.headers, { Cookie: `${key}=${id}` }),
        }),
      };
    }
  }
  if (operation.method !== 'GET') return;
  yield {
    ...shared,
    kind: 'missing credentials',
    description: 'The method is HEAD, and the credentials are missing.',
    toleratedStatuses: [405],
    rewrite: (request) => ({ ...request, method: 'HEAD' }),
  };
}
