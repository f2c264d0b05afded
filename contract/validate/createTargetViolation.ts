import type { Contract } from '../contract.ts';
import type { OperationMatch } from '../http/createOperationMatcher.ts';
import { joinPointer } from '../jsonPointer.ts';
import { createViolation, type Violation } from '../violation.ts';

/** Creates the violation of a request whose method and path match no operation. */
export function createTargetViolation(
  contract: Contract,
  match: Exclude<OperationMatch, { kind: 'operation' }>,
): Violation {
  if (match.kind === 'method not declared') {
    return createViolation(contract, {
      rule: 'request.method',
      location: 'method',
      pointer: joinPointer('/paths', match.path),
      reason: `is not declared for this path; expected ${match.allowed.join(' or ')}`,
    });
  }
  const isMalformed = match.kind === 'malformed path';
  const reason = isMalformed ? 'has a malformed percent-encoding' : 'is not in the contract';
  return createViolation(contract, {
    rule: 'request.path',
    location: 'path',
    pointer: '/paths',
    reason,
  });
}
