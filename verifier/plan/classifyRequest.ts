import {
  type Contract,
  type createOperationMatcher,
  createRequestValidator,
  type Operation,
  type RequestMessage,
  splitTarget,
  type Violation,
} from '../../contract/index.ts';
import type { WireRequest } from './wireRequest.ts';

export type RequestClassification =
  | { kind: 'valid' }
  | { kind: 'invalid'; violations: readonly Violation[] }
  /** The path has an empty or a dot segment, so that it does not reach the operation. */
  | { kind: 'unroutable' };

/** Decodes encoded requests as a server would and validates them. Ignores credentials. */
export function createRequestClassifier(
  contract: Contract,
  matchOperation: ReturnType<typeof createOperationMatcher>,
) {
  const validateRequest = createRequestValidator(contract);

  return function classifyRequest(
    operation: Operation,
    request: WireRequest,
  ): RequestClassification {
    const [path = ''] = request.target.split('?', 1);
    const match = matchOperation(request.method, path);
    if (match.kind !== 'operation' || match.operation !== operation || hasDotSegment(path)) {
      return { kind: 'unroutable' };
    }
    const message = { ...toRequestMessage(request), pathValues: match.pathValues };
    const violations = validateRequest(operation, message).violations.filter(
      ({ rule }) => rule !== 'request.credentials',
    );
    return violations.length === 0 ? { kind: 'valid' } : { kind: 'invalid', violations };
  };
}

/** The request in the form that the contract's validators take, without path values. */
export function toRequestMessage({ target, headers, body }: WireRequest): RequestMessage {
  // HTTP strips whitespace around a header value.
  const received = Object.entries(headers).map(([name, it]) => [name.toLowerCase(), it.trim()]);
  return {
    pathValues: {},
    query: splitTarget(target).query,
    headers: Object.fromEntries(received),
    body: body ?? Buffer.alloc(0),
  };
}

/** Intermediaries may remove dot segments (RFC 3986, 6.2.2.3). */
function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
}
