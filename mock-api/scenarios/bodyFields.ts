import type { Contract, Operation } from '../contract/contract.ts';
import { isObject } from '../contract/jsonPointer.ts';
import { resolveSchema } from '../contract/schema/resolveSchema.ts';
import { findClosest } from './findClosest.ts';

/** The value of a field, which may be nested: `address.city`, `tags.0`. */
export function fieldAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((owner, name) => {
    return isObject(owner) && Object.hasOwn(owner, name) ? owner[name] : undefined;
  }, value);
}

/** Why no request to these operations can have a field in its body; undefined if one can. */
export function describeUnknownField(
  { document }: Contract,
  operations: readonly Operation[],
  path: string,
): string | undefined {
  const content = operations.flatMap(({ requestBody }) => requestBody?.content ?? []);
  if (content.length === 0) return 'there is no such body';
  const schemas = content.map(({ schemaPointer = '' }) => resolveSchema(document, schemaPointer));
  // Such a body may have any field.
  if (schemas.some(({ properties }) => properties.size === 0)) return undefined;
  const names = new Set(schemas.flatMap(({ properties }) => [...properties.keys()]));
  const [name = ''] = path.split('.');
  if (names.has(name)) return undefined;
  const closest = findClosest(name, names);
  const hint =
    closest === undefined ? `the names are ${[...names].join(', ')}` : `did you mean ${closest}`;
  return `no body has "${name}"; ${hint}`;
}
