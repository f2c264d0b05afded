import { findResponse } from '../checkResponse.ts';
import type { Contract, Link, Operation } from '../contract.ts';
import { isObject, pointerOfRef, valueAt } from '../pointer.ts';

/** A link and where it leads. */
export interface ReadLink {
  link: Link;
  target: Operation;
  /** The status that follows where it is no success: the extension `x-status`. */
  status?: number;
}

/** Where a success of an operation leads: first to ends, then to where more links follow. */
export function readLinks(contract: Contract, operation: Operation, status?: number): ReadLink[] {
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
      return target ? [{ link, target, ...statusOf(contract, link) }] : [];
    }),
  );
  const leadsOn = ({ target }: ReadLink) =>
    Number(target.responses.some((r) => r.links.length > 0));
  return found.sort((a, b) => leadsOn(a) - leadsOn(b));
}

/** Operations from which chains of links begin: they have links, and no other's link leads to them. */
export function findChainStarts(contract: Contract): Operation[] {
  const linking = contract.operations.filter(
    (operation) => readLinks(contract, operation).length > 0,
  );
  const reached = new Set(
    linking.flatMap((from) =>
      readLinks(contract, from).flatMap(({ target }) => (target === from ? [] : [target])),
    ),
  );
  return linking.filter((operation) => !reached.has(operation));
}

function statusOf({ document }: Contract, { pointer }: Link): { status?: number } {
  const place = valueAt(document, pointer);
  const status = isObject(place) ? Number(place['x-status']) : Number.NaN;
  return Number.isInteger(status) ? { status } : {};
}
