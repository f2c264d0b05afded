import { type CaseDraft, isSafeMethod } from '../../plan/testCase.ts';
import type { PhaseContext } from '../phaseContext.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'];

/** With which gateways reject TRACE themselves; frameworks may not know it. */
const statusesOfTrace = [400, 403, 404, 501];

/**
 * Finds methods that a path does not declare and that a server accepts, or rejects without naming those it
 * allows. Planned once per path, with its first operation.
 */
export function* methodCases(context: PhaseContext): Iterable<CaseDraft> {
  const { contract, operation, base, baseRequest, matchOperation } = context;
  const firstOperation = contract.operations.find(({ path }) => path === operation.path);
  if (firstOperation !== operation) return;

  const [target = ''] = baseRequest.target.split('?', 1);
  for (const method of methods) {
    if (matchOperation(method, target).kind !== 'method not declared') continue;

    yield {
      ...base,
      kind: 'undeclared method',
      description: `The method is ${method}, which the path does not declare.`,
      isWrite: !isSafeMethod(method),
      toleratedStatuses: method === 'TRACE' ? statusesOfTrace : [],
      rewrite: () => ({ method, target, headers: {} }),
    };
  }
}
