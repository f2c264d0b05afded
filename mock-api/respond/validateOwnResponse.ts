import type { Operation } from '../contract/contract.ts';
import type { ContractContext } from '../contract/contractContext.ts';
import type { Violation } from '../contract/violation.ts';
import { createErrorResponse } from './createErrorResponse.ts';
import type { MockResponse } from './findExampleResponse.ts';

/**
 * Validates a response of the mock against the contract. An invalid one is replaced by a 500 that
 * lists the violations, unless a scenario defines it: scenarios may violate the contract on
 * purpose.
 */
export function validateOwnResponse(
  { validateResponse, contract }: ContractContext,
  operation: Operation,
  { response, isScenario }: { response: MockResponse; isScenario: boolean },
): { response: MockResponse; violations: Violation[] } {
  // It is sent with every body.
  const headers = { 'content-length': String(response.body.length), ...response.headers };
  const violations = validateResponse(operation, { ...response, headers });
  if (isScenario || violations.length === 0) return { response, violations };

  const reasons = violations.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  const message = `The mock's own response to ${operation.id} violates the contract. ${reasons.join(' ')}`;
  return { violations, response: createErrorResponse(operation, 500, message) };
}
