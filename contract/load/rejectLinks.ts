import type { CreateError } from '../ContractError.ts';
import type { Link, Operation } from '../contract.ts';
import { findTarget } from '../http/findLinks.ts';
import { joinPointer } from '../jsonPointer.ts';

/** The supported runtime expressions: parts of a message, but not within a text. */
const expression = /^\$(request\.(header|query|path|body)|response\.(header|body))\b/;

/** Rejects links to unknown operations or parameters, and unsupported runtime expressions. */
export function rejectLinks(operations: readonly Operation[], createError: CreateError): void {
  const links = operations.flatMap(({ responses }) => responses.flatMap((it) => it.links));
  for (const link of links) {
    const target = findTarget(operations, link);
    if (!target) {
      throw createError(link.pointer, `The link "${link.name}" names no operation of this file.`);
    }
    rejectParameters(link, target, createError);
  }
}

function rejectParameters(
  { pointer, parameters }: Link,
  target: Operation,
  createError: CreateError,
): void {
  const names = target.parameters.flatMap((it) => [it.name, `${it.in}.${it.name}`]);
  for (const [name, value] of Object.entries(parameters)) {
    const own = joinPointer(pointer, 'parameters', name);
    if (!names.includes(name)) throw createError(own, `${target.id} has no parameter "${name}".`);

    const isDynamic = typeof value === 'string' && /^\$|\{\$/.test(value);
    if (isDynamic && !expression.test(value)) {
      const expected = '$request or $response with header, query, path or body';
      throw createError(own, `The expression "${value}" is not supported; expected ${expected}.`);
    }
  }
}
