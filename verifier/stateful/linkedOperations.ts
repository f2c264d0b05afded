import { type Contract, findLinks, type Operation } from '#contract';

/** The operations with links that no other operation links to. */
export function findLinkStarts(contract: Contract): Operation[] {
  const linksOf = (operation: Operation) => findLinks(contract, operation);
  const targets = contract.operations.flatMap((operation) =>
    linksOf(operation).flatMap(({ target }) => (target === operation ? [] : [target])),
  );
  return contract.operations.filter((it) => linksOf(it).length > 0 && !targets.includes(it));
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
