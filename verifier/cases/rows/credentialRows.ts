import type { SecurityScheme } from '#contract';
import { addCredential } from '../../send/addCredential.ts';
import type { WireRequest } from '../../send/wireRequest.ts';
import type { Row } from './row.ts';

/** A firewall may reject what is unusual. */
const toleratedOfUnusual = [400, 403];

/** A JSON Web Token without a signature. */
const unsignedToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.';

/** Requests to protected operations that must be rejected. */
export const credentialRows: readonly Row[] = [
  protectedRow('the credentials are missing', (request) => request),
  protectedRow('the method is HEAD, and the credentials are missing', (request) =>
    request.method === 'GET' ? { ...request, method: 'HEAD' } : undefined,
  ),
  trustedClient('the client claims to be trusted', {
    'X-Forwarded-For': '127.0.0.1',
    'X-Real-IP': '127.0.0.1',
    Authorization: 'Basic YWRtaW46YWRtaW4=',
    'X-Forwarded-User': 'admin',
  }),
  trustedClient('the client has an unsigned token and the headers of a gateway', {
    Authorization: `Bearer ${unsignedToken}`,
    'X-User': 'admin',
    'X-Remote-User': 'admin',
  }),
  invalidCredentials('invalid', 'contract-check-invalid'),
  invalidCredentials('empty', ''),
  invalidCredentials('malformed', 'invalid%zz', toleratedOfUnusual),
  invalidCredentials('3000 characters long', 'invalid-'.repeat(375), toleratedOfUnusual),
];

/** A row for operations that cannot be used without credentials. */
function protectedRow(name: string, change: Row['change']): Row {
  return {
    name,
    expected: 'unauthorized',
    tolerated: [400],
    change: (request, operation) => {
      const { security } = operation;
      const isProtected = security.length > 0 && security.every((all) => all.length > 0);
      return isProtected ? change(request, operation) : undefined;
    },
  };
}

/** Headers that give access where a server trusts its client, unless the contract declares one of them. */
function trustedClient(name: string, headers: WireRequest['headers']): Row {
  const isDeclared = ({ type, key = '' }: SecurityScheme) =>
    type !== 'apiKey' || Object.hasOwn(headers, key);
  const row = protectedRow(name, (request, { security }) =>
    security.flat().some(isDeclared) ? undefined : request,
  );
  return { ...row, tolerated: toleratedOfUnusual, headers };
}

function invalidCredentials(name: string, value: string, tolerated = [400]): Row {
  const row = protectedRow(`the credentials are ${name}`, (request, { security: [first = []] }) =>
    first.reduce((changed, scheme) => addCredential(changed, scheme, value), request),
  );
  return { ...row, tolerated };
}
