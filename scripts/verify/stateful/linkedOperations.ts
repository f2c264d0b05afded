import { type Contract, findLinks, type Operation } from '../../../mock-api/contract/index.ts';

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
