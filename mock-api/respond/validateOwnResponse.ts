import {
  type ContractContext,
  type Operation,
  toHeaderValue,
  type Violation,
} from '../contract/index.ts';
import type { MockResponse } from './findExampleResponse.ts';
import type { Reply } from './reply.ts';
import { failureHeader } from './sendProblem.ts';

const maxReasonLength = 1000;

/**
 * Validates a response of the mock against the contract. An invalid one is sent with a header that lists the
 * violations, unless a scenario defines it: scenarios may violate the contract on purpose.
 */
export function validateOwnResponse(
  { validateResponse, contract }: ContractContext,
  operation: Operation,
  { response, source }: Pick<Extract<Reply, { kind: 'response' }>, 'response' | 'source'>,
): { response: MockResponse; violations: Violation[] } {
  if (source === 'mock') return { response, violations: [] };
  // It is sent with every body.
  const headers = { 'content-length': String(response.body.length), ...response.headers };
  const violations = validateResponse(operation, { ...response, headers });
  const reasons = violations.map(
    ({ rule, message, line }) => `${message} (${rule}, ${contract.file}:${line})`,
  );
  if (response.problem !== undefined) reasons.unshift(response.problem);
  if (source === 'scenario' || reasons.length === 0) return { response, violations };

  const reason = toHeaderValue(reasons.join(' ').slice(0, maxReasonLength));
  return {
    violations,
    response: { ...response, headers: { ...response.headers, [failureHeader]: reason } },
  };
}
