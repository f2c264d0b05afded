import { METHODS } from 'node:http';
import type { Operation } from '../contract/index.ts';
import type { MockData } from '../operations/mockData.ts';
import type { Behaviour } from '../scenarios/behaviour.ts';
import { keyKindOf } from '../scenarios/identifyRequest.ts';

type ValueName = 'operation' | 'scenario' | 'method' | 'key' | 'outcome' | 'status';

/**
 * Requests to one operation to which one scenario applies, or none, and the values that they can have. Keys are without
 * a tester's name, and a status may be a range such as `4XX`.
 */
export interface RequestKind extends Record<ValueName, readonly string[]> {
  /** Undefined: requests to no operation. */
  contract?: Operation;
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
  const people = { brief: briefs, user: users, scenario: undefined };
  const kinds = operations.flatMap((operation): RequestKind[] => {
    const other: RequestKind = {
      ...none,
      contract: operation,
      operation: [operation.id],
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method],
      // Every scenario is also a brief and a user.
      key: [...(people[keyKindOf(operation)]?.keys() ?? []), ...(scenarios?.ids ?? [])],
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
