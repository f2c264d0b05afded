import {
  type Contract,
  type Operation,
  type ResolvedSchema,
  resolveSchema,
} from '../contract/index.ts';
import { describeNames } from './findClosest.ts';

/** Why no request to these operations can have a field in its body; undefined if one can. */
export function describeUnknownField(
  { document }: Contract,
  operations: readonly Operation[],
  path: string,
): string | undefined {
  const content = operations.flatMap(({ requestBody }) => requestBody?.content ?? []);
  if (content.length === 0) return 'there is no such body';
  let pointers = content.map(({ schemaPointer = '' }) => schemaPointer);
  let owner = 'body';
  for (const name of path.split('.')) {
    const schemas = pointers.map((pointer) => resolveSchema(document, pointer));
    if (schemas.some(mayHaveAnyField)) return undefined;
    const names = new Set(schemas.flatMap(({ properties }) => [...properties.keys()]));
    if (!names.has(name)) return `no ${owner} has "${name}"; ${describeNames(name, [...names])}`;
    pointers = schemas.flatMap(({ propertyPointers }) => propertyPointers(name));
    owner = `"${name}"`;
  }
  return undefined;
}

/** The items of a list are not checked. */
function mayHaveAnyField({ properties, types }: ResolvedSchema): boolean {
  return properties.size === 0 && (types.size === 0 || types.has('object') || types.has('array'));
}
