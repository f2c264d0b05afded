import type { Contract, Link, Operation } from '../contract.ts';
import { findResponse } from './findResponse.ts';

export interface OperationLink {
  link: Link;
  target: Operation;
}

/**
 * The links of an operation's successful responses, or of those with a status. Links to operations
 * that have links of their own come last, because these may end the session.
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
  const hasLinks = ({ target }: OperationLink) =>
    Number(target.responses.some((response) => response.links.length > 0));
  return found.sort((a, b) => hasLinks(a) - hasLinks(b));
}

/** The operation that a link leads to; undefined if the contract has no such operation. */
export function findTarget(
  operations: readonly Operation[],
  { operationId }: Link,
): Operation | undefined {
  return operations.find(({ id }) => id === operationId);
}
