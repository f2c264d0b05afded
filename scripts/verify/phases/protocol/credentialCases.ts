import { addCredential } from '../../plan/addCredential.ts';
import type { CaseDraft } from '../../plan/testCase.ts';
import type { WireRequest } from '../../plan/wireRequest.ts';
import type { PhaseContext } from '../phaseContext.ts';

/**
 * The base request of a protected operation without credentials and with invalid ones. The mock rejects those that
 * are empty or contain "invalid".
 */
export function* credentialCases({ operation, base }: PhaseContext): Iterable<CaseDraft> {
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
}
