import { METHODS } from 'node:http';
import type { Operation } from '../contract/index.ts';
import type { MockData } from '../operations/mockData.ts';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { keyKindOf } from '../scenarios/identifyRequest.ts';

/** What requests to one operation can have to which one scenario applies, or none; or requests to no operation. */
export interface RequestKind {
  contract?: Operation;
  operation: readonly string[];
  scenario: readonly string[];
  method: readonly string[];
  /** Without a tester's name. */
  key: readonly string[];
  outcome: readonly string[];
  /** May be ranges such as `4XX`. */
  status: readonly string[];
}

/** What the mock sends of its own accord, whatever the contract declares. */
const ownStatuses = ['none', '400', '415', '500', '501'];
const ownOutcomes = ['pending', 'client aborted'];

/** The requests for which the contract and the data provide. */
export function listRequestKinds(
  operations: readonly Operation[],
  { briefs, users, scenarios }: Partial<MockData>,
): RequestKind[] {
  const none = {
    operation: [],
    scenario: [],
    method: METHODS,
    key: [],
    outcome: ['completed', ...ownOutcomes],
    status: ['404', '405', '413', ...ownStatuses],
  };
  const kinds = operations.flatMap((operation): RequestKind[] => {
    const keyKind = keyKindOf(operation);
    const other: RequestKind = {
      ...none,
      contract: operation,
      operation: [operation.id],
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
      key: [
        ...(keyKind === 'brief' ? (briefs?.keys() ?? []) : []),
        ...(keyKind === 'user' ? (users?.keys() ?? []) : []),
        // Each is also a brief and a user.
        ...(scenarios?.ids ?? []),
      ],
      status: [...operation.responses.map(({ status }) => status), ...ownStatuses],
    };
    const own = scenarios?.list.filter((one) => one.operation === operation.id) ?? [];
    const ofScenarios = own.map(({ id, steps }) => ({
      ...other,
      scenario: [id],
      key: [id],
      outcome: [...steps.map(({ fault = 'completed' }) => fault), ...ownOutcomes],
      status: ['none', ...steps.flatMap((step) => statusesOf(operation, step))],
    }));
    return [other, ...ofScenarios];
  });
  return [...kinds, none];
}

/** The statuses of the complete responses of a step. */
function statusesOf(operation: Operation, { fault, status, body, example }: Behaviour): string[] {
  if (fault !== undefined) return [];
  if (status !== undefined || body !== undefined) return [`${status ?? 200}`];
  // Without an example, a success, or a captcha response was used before.
  const isPossible = example === undefined ? /^[^45]|^409/ : /^/;
  const declared = operation.responses.map((response) => response.status);
  return declared.filter((one) => isPossible.test(one));
}

/** Whether a status or a class such as `4xx` can be one that is declared. */
export function isStatusOf(declared: string, status: string): boolean {
  if (declared === 'default') return true;
  return [...declared].every((digit, i) => digit === status[i] || /x/i.test(digit + status[i]));
}
