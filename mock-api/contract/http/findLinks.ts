import type { Contract, Link, Operation } from '../contract.ts';
import { isObject, pointerOfRef, valueAt } from '../jsonPointer.ts';
import { findResponse } from './findResponse.ts';

export interface OperationLink {
  link: Link;
  target: Operation;
  /** Set if the link declares a status other than success, with `x-status`. */
  expectedStatus?: number;
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
  const responses =
    status === undefined
      ? operation.responses.filter((response) => /^2/.test(response.status))
      : [findResponse(operation, status)].filter((response) => response !== undefined);
  const found = responses.flatMap(({ links }) =>
    links.flatMap((link) => {
      const target = contract.operations.find(
        ({ id, pointer }) =>
          id === link.operationId || pointer === pointerOfRef(link.operationRef ?? ''),
      );
      return target ? [{ link, target, ...readExpectedStatus(contract, link) }] : [];
    }),
  );
  const hasLinks = ({ target }: OperationLink) =>
    Number(target.responses.some((response) => response.links.length > 0));
  return found.sort((a, b) => hasLinks(a) - hasLinks(b));
}

/** The operations with links that no other operation links to. */
export function findLinkStarts(contract: Contract): Operation[] {
  const linking = contract.operations.filter(
    (operation) => findLinks(contract, operation).length > 0,
  );
  const targets = new Set(
    linking.flatMap((operation) =>
      findLinks(contract, operation).flatMap(({ target }) =>
        target === operation ? [] : [target],
      ),
    ),
  );
  return linking.filter((operation) => !targets.has(operation));
}

/** An operation and all operations that its links reach, directly or indirectly. */
export function findReachable(
  contract: Contract,
  start: Operation,
  seen: Operation[] = [],
): Operation[] {
  if (seen.includes(start)) return seen;
  return findLinks(contract, start).reduce(
    (reachable, { target }) => findReachable(contract, target, reachable),
    [...seen, start],
  );
}

function readExpectedStatus(
  { document }: Contract,
  { pointer }: Link,
): { expectedStatus?: number } {
  const definition = valueAt(document, pointer);
  const status = isObject(definition) ? Number(definition['x-status']) : Number.NaN;
  return Number.isInteger(status) ? { expectedStatus: status } : {};
}
