import { allows, type SecurityScheme } from '#contract';
import { addCredential } from '../../send/addCredential.ts';
import type { WireRequest } from '../../send/wireRequest.ts';
import type { Modification } from './modification.ts';

/** The statuses with which a firewall may reject an unusual request. */
const firewallStatuses = [400, 403];

/** A JSON Web Token without a signature. */
const unsignedToken = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.';

/** The placeholder in headers for the name of the user, if the options have it. */
export const trustedUser = 'admin';

/** Modifications for which protected operations must reject a request. */
export const credentialModifications: readonly Modification[] = [
  onProtected('the credentials are missing', (request) => request),
  onProtected('the method is HEAD, and the credentials are missing', (request) =>
    request.method === 'GET' ? { ...request, method: 'HEAD' } : undefined,
  ),
  trustedClient('the client claims to be trusted', {
    'X-Forwarded-For': '127.0.0.1',
    'X-Real-IP': '127.0.0.1',
    Authorization: 'Basic YWRtaW46YWRtaW4=',
    'X-Forwarded-User': trustedUser,
  }),
  trustedClient('the client has an unsigned token and the headers of a gateway', {
    Authorization: `Bearer ${unsignedToken}`,
    'X-User': trustedUser,
    'X-Remote-User': trustedUser,
  }),
  invalidCredentials('invalid', 'contract-check-invalid'),
  invalidCredentials('empty', ''),
  invalidCredentials('malformed', 'invalid%zz', firewallStatuses),
];

/** Creates a modification for operations that require credentials. */
function onProtected(name: string, modify: Modification['modify']): Modification {
  return {
    name,
    expected: 'unauthorized',
    tolerated: [400],
    modify: (request, operation) => {
      const isPublic = allows(operation, () => false);
      return isPublic ? undefined : modify(request, operation);
    },
  };
}

/** Adds headers that give access where a server trusts its client, unless the contract declares one of them. */
function trustedClient(name: string, headers: WireRequest['headers']): Modification {
  const isDeclared = ({ type, key = '' }: SecurityScheme) =>
    type !== 'apiKey' || Object.hasOwn(headers, key);
  const modification = onProtected(name, (request, { security }) =>
    security.flat().some(isDeclared) ? undefined : request,
  );
  return { ...modification, tolerated: firewallStatuses, headers };
}

function invalidCredentials(name: string, value: string, tolerated = [400]): Modification {
  const modification = onProtected(
    `the credentials are ${name}`,
    (request, { security: [first = []] }) =>
      first.reduce((changed, scheme) => addCredential(changed, scheme, value), request),
  );
  return { ...modification, tolerated };
}
