import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A value in the contract and its JSON pointer. */
export interface Located<Value = unknown> {
  value: Value;
  pointer: string;
}

/** A schema with the keywords of its `$ref` and `allOf`. */
export type ResolvedSchema = ReturnType<typeof resolveSchema>;

/**
 * Resolves the schema at a JSON pointer. If several parts have a keyword, the first one applies: the schema itself, then
 * its `$ref`, then its `allOf`.
 */
export function resolveSchema(document: unknown, pointer: string) {
  const parts = collectParts(document, pointer, new Set());
  const type = findKeywords(parts, 'type')[0];
  const properties = new Map<string, string>();
  for (const property of findChildren(parts, 'properties')) {
    if (!properties.has(property.key)) properties.set(property.key, property.pointer);
  }
  const typeNames = [type?.value ?? (properties.size > 0 ? 'object' : [])].flat() as JsonType[];

  return {
    pointer,
    /** The allowed types; empty if any type is allowed. */
    types: new Set(typeNames),
    /** The pointer of `type`, or of the schema if it has none. */
    typePointer: type?.pointer ?? pointer,
    keyword: (name: string): Located | undefined => findKeywords(parts, name)[0],
    /** The value of a numeric keyword such as `minimum` or `maxLength`. */
    limit: (name: string) => findKeywords(parts, name).find(isNumber),
    /** The pointer of each property's schema in the first part that has it. */
    properties,
    /** The pointers of a property's schemas in all parts. */
    propertyPointers: (name: string) =>
      findChildren(parts, 'properties').flatMap((it) => (it.key === name ? [it.pointer] : [])),
    required: findChildren(parts, 'required').map((it) => ({ ...it, value: String(it.value) })),
  };
}

/** Creates the function that resolves the schema at a JSON pointer once. */
export function createSchemaResolver(document: unknown) {
  const schemas = new Map<string, ResolvedSchema>();
  return (pointer: string): ResolvedSchema => {
    const schema = schemas.get(pointer) ?? resolveSchema(document, pointer);
    schemas.set(pointer, schema);
    return schema;
  };
}

/** Whether the schema at a JSON pointer marks a value with `x-single-use`: it is valid for one request only. */
export function isSingleUse(document: unknown, pointer: string | undefined): boolean {
  if (pointer === undefined) return false;
  return resolveSchema(document, pointer).keyword('x-single-use')?.value === true;
}

type Part = Located<Record<string, unknown>>;

/** Collects a schema and the schemas of its `$ref` and `allOf`, each once. */
function collectParts(document: unknown, pointer: string, visited: Set<string>): Part[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || visited.has(pointer)) return [];

  visited.add(pointer);
  const allOf = Array.isArray(schema.allOf) ? [...schema.allOf.keys()] : [];
  const pointers = allOf.map((i) => joinPointer(pointer, 'allOf', i));
  const target = pointerOfRef(schema);
  if (target !== undefined) pointers.unshift(target);
  const others = pointers.flatMap((it) => collectParts(document, it, visited));
  return [{ pointer, value: schema }, ...others];
}

function findKeywords(parts: readonly Part[], name: string): Located[] {
  return parts
    .filter(({ value }) => Object.hasOwn(value, name))
    .map(({ value, pointer }) => ({ value: value[name], pointer: joinPointer(pointer, name) }));
}

/** Finds the children of a keyword in all parts of a schema. */
function findChildren(parts: readonly Part[], name: string) {
  return findKeywords(parts, name).flatMap(({ value, pointer }) =>
    Object.entries(Object(value)).map(([key, child]) => {
      return { key, value: child, pointer: joinPointer(pointer, key) };
    }),
  );
}

function isNumber(located: Located): located is Located<number> {
  return typeof located.value === 'number';
}
