import {
  type Contract,
  type createOperationMatcher,
  createRequestValidator,
  type Operation,
  type Violation,
} from '#contract';
import { toRequestMessage, type WireRequest } from '../send/wireRequest.ts';

export type FindViolations = ReturnType<typeof createViolationFinder>;

/**
 * Creates the function that decodes a request as a server would and validates it. Ignores credentials. Undefined for a
 * path that does not reach the operation, because of an empty or a dot segment.
 */
export function createViolationFinder(
  contract: Contract,
  matchOperation: ReturnType<typeof createOperationMatcher>,
) {
  const validateRequest = createRequestValidator(contract);

  return (operation: Operation, request: WireRequest): Violation[] | undefined => {
    const [path = ''] = request.target.split('?', 1);
    const match = matchOperation(request.method, path);
    const isReached = match.kind === 'operation' && match.operation === operation;
    if (!isReached || hasDotSegment(path)) return undefined;

    const message = { ...toRequestMessage(request), pathValues: match.pathValues };
    const { violations } = validateRequest(operation, message);
    return violations.filter(({ rule }) => rule !== 'request.credentials');
  };
}

/** Intermediaries may remove dot segments (RFC 3986, 6.2.2.3). */
function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
