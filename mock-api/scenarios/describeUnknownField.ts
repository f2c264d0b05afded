import { type Contract, type Operation, type ResolvedSchema, resolveSchema } from '#contract';
import { describeNames } from './describeNames.ts';
import type { FieldPattern } from './fieldPatterns.ts';

/** Describes why no request body of these operations can have a field, or this value in it; undefined if one can. */
export function describeUnknownField(
  { document }: Contract,
  operations: readonly Operation[],
  path: string,
  pattern?: FieldPattern,
): string | undefined {
  const content = operations.flatMap(({ requestBody }) => requestBody?.content ?? []);
  if (content.length === 0) return 'there is no such body';
  let pointers = content.map(({ schemaPointer = '' }) => schemaPointer);
  let owner = 'body';
  for (const name of path.split('.')) {
    const schemas = pointers.map((pointer) => resolveSchema(document, pointer));
    if (schemas.some(mayHaveAnyField)) return undefined;
    const names = new Set(schemas.flatMap(({ properties }) => [...properties.keys()]));
    if (!names.has(name)) return `no ${owner} has "${name}"; ${describeNames(names)}`;
    pointers = schemas.flatMap(({ propertyPointers }) => propertyPointers(name));
    owner = `"${name}"`;
  }
  const types = pointers.map((pointer) => resolveSchema(document, pointer).types);
  const impossible = [pattern ?? []]
    .flat()
    .find((value) => !types.some((one) => hasType(one, value)));
  return impossible === undefined ? undefined : `${owner} is no ${typeof impossible}`;
}

/** Whether a field of these types can have a value. A part (`contains`) fits any type. */
function hasType(types: ResolvedSchema['types'], value: unknown): boolean {
  const type = typeof value as 'string' | 'number' | 'boolean' | 'object';
  if (type === 'object') return true;
  return types.size === 0 || types.has(type) || (type === 'number' && types.has('integer'));
}

/** Whether a value of this schema may have properties that the schema does not name, or is a list. */
function mayHaveAnyField({ properties, types }: ResolvedSchema): boolean {
  return properties.size === 0 && (types.size === 0 || types.has('object') || types.has('array'));
}
