import type { Contract, Link, Operation } from '../contract.ts';
import { findResponse } from './findResponse.ts';

export interface OperationLink {
  link: Link;
  target: Operation;
}

/**
 * Finds the links of an operation's successful responses, or of the response with a status. Links to operations without
 * links come first. Links to operations with a link that expects an error (`x-status`) come last, because these
 * operations may end the session.
 */
export function findLinks(
  contract: Contract,
  operation: Operation,
  status?: number,
): OperationLink[] {
  const given = status === undefined ? undefined : findResponse(operation, status);
  const responses = operation.responses.filter((response) =>
    status === undefined ? /^2/.test(response.status) : response === given,
  );
  const found = responses.flatMap(({ links }) =>
    links.flatMap((link) => {
      const target = findTarget(contract.operations, link);
      return target ? [{ link, target }] : [];
    }),
  );
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function rankOf({ target }: OperationLink): number {
  const links = target.responses.flatMap((response) => response.links);
  const expectsError = links.some(({ expectedStatus }) => expectedStatus !== undefined);
  return Number(links.length > 0) + Number(expectsError);
}

/** Finds the operation that a link leads to; undefined if the contract has no such operation. */
export function findTarget(
  operations: readonly Operation[],
  { operationId }: Link,
): Operation | undefined {
  return operations.find(({ id }) => id === operationId);
}
