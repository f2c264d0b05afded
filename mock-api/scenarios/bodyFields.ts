import type { Contract, Operation } from '../contract/contract.ts';
import { isObject } from '../contract/jsonPointer.ts';
import { type ResolvedSchema, resolveSchema } from '../contract/schema/resolveSchema.ts';
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
  if (content.some(({ schemaPointer }) => schemaPointer === undefined)) return undefined;
  let pointers = content.flatMap(({ schemaPointer }) => schemaPointer ?? []);
  for (const name of path.split('.')) {
    const schemas = pointers.flatMap((pointer) => withBranches(document, pointer));
    if (schemas.some(hasAnyField)) return undefined;
    const properties = schemas.flatMap((schema) => [...schema.properties]);
    const items = schemas.flatMap(({ keyword }) => keyword('items')?.pointer ?? []);
    pointers = properties.flatMap(([key, pointer]) => (key === name ? pointer : []));
    if (/^\d+$/.test(name)) pointers.push(...items);
    if (pointers.length > 0) continue;
    const names = [...new Set(properties.map(([key]) => key))];
    const closest = findClosest(name, names);
    const hint =
      closest === undefined ? `the names are ${names.join(', ')}` : `did you mean ${closest}`;
    return names.length === 0 ? 'there is no such body' : `no body has "${name}"; ${hint}`;
  }
  return undefined;
}

function withBranches(
  document: unknown,
  pointer: string,
  seen = new Set<string>(),
): ResolvedSchema[] {
  if (seen.has(pointer)) return [];
  seen.add(pointer);
  const schema = resolveSchema(document, pointer);
  return [schema, ...schema.branches.flatMap((branch) => withBranches(document, branch, seen))];
}

/** Whether the schema names none of the fields that it allows. */
function hasAnyField({ types, properties, branches, keyword }: ResolvedSchema): boolean {
  const isContainer = types.size === 0 || types.has('object') || types.has('array');
  return isContainer && properties.size === 0 && branches.length === 0 && !keyword('items');
}
