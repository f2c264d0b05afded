import { type CaseDraft, isSafeMethod } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';

const sessionMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const allMethods = [...sessionMethods, 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** Servers that route DELETE route these too, or none of them. */
const rarelyRouted = new Set(['PATCH', 'TRACE', 'PROPFIND']);

/** Each method that a path does not declare. Planned once per path, with its first operation. */
export function* methodCases(context: PhaseContext): Iterable<CaseDraft> {
  const { contract, operation, base, baseRequest, matchOperation } = context;
  const firstOperation = contract.operations.find(({ path }) => path === operation.path);
  if (firstOperation !== operation) return;
  const schemes = contract.operations.flatMap(({ security }) => security.flat());
  const hasCookies = schemes.some(({ in: place }) => place === 'cookie');
  const [target = ''] = baseRequest.target.split('?', 1);
  for (const method of allMethods) {
    if (matchOperation(method, target).kind !== 'method not declared') continue;
    const draft: CaseDraft = {
      ...base,
      kind: 'undeclared method',
      description: `The method is ${method}, which the path does not declare.`,
      isWrite: !isSafeMethod(method),
      needsCredentials: false,
      isThorough: rarelyRouted.has(method),
      // Gateways reject these themselves, and frameworks may not know them.
      ...(['TRACE', 'PROPFIND'].includes(method) && {
        toleratedStatuses: [400, 403, 404, 405, 501],
      }),
      rewrite: () => ({ method, target, headers: {} }),
    };
    yield draft;
    const isProtected = operation.security.length > 0;
    const isRouted = sessionMethods.includes(method) || (isProtected && method === 'OPTIONS');
    if (!isRouted || !(isProtected || hasCookies)) continue;
    const description = `The method is ${method}, which the path does not declare, in a session.`;
    yield { ...draft, description, needsCredentials: true, isThorough: false };
  }
}
