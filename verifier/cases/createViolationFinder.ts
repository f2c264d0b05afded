import {
  type Contract,
  createOperationMatcher,
  createRequestValidator,
  type Operation,
  splitTarget,
  type Violation,
} from '#contract';
import { toRequestMessage, type WireRequest } from '../send/wireRequest.ts';

export type FindViolations = ReturnType<typeof createViolationFinder>;

/**
 * Creates the function that finds the violations of an encoded request, except for its credentials. It returns undefined
 * for a path that does not lead to the operation, such as one with an empty or a dot segment.
 */
export function createViolationFinder(contract: Contract) {
  const matchOperation = createOperationMatcher(contract);
  const validateRequest = createRequestValidator(contract);

  return (operation: Operation, request: WireRequest): Violation[] | undefined => {
    const { path } = splitTarget(request.target);
    const match = matchOperation(request.method, path);
    const isReached = match.kind === 'operation' && match.operation === operation;
    if (!isReached || hasDotSegment(path)) return undefined;

    const message = { ...toRequestMessage(request), pathValues: match.pathValues };
    const { violations } = validateRequest(operation, message);
    return violations.filter(({ rule }) => rule !== 'request.credentials');
  };
}

/** Whether a path has dot segments, which intermediaries may remove (RFC 3986, 6.2.2.3). */
function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
