import { isObject, joinPointer, pointerOfRef, valueAt } from '../pointer.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A keyword's value and where it stands. */
export interface Place<Value = unknown> {
  value: Value;
  pointer: string;
}

/** A schema as one sees it who has followed `$ref` and `allOf`. */
export interface SchemaView {
  pointer: string;
  /** Empty where the schema takes any type. */
  types: ReadonlySet<JsonType>;
  /** Where the types are named, else the schema itself. */
  typePointer: string;
  keyword(name: string): Place | undefined;
  /** A keyword that holds a number; of several the one that leaves least room. */
  limit(name: string): Place<number> | undefined;
  /** Pointers of the properties' schemas. */
  properties: ReadonlyMap<string, string>;
  required: readonly Place<string>[];
  /** Pointers of the alternatives in `oneOf` and `anyOf`. */
  branches: readonly string[];
}

export function viewSchema(document: unknown, pointer: string): SchemaView {
  const parts = collectParts(document, pointer);
  const keyword = (name: string) => {
    const part = parts.find(({ schema }) => Object.hasOwn(schema, name));
    return part && { value: part.schema[name], pointer: joinPointer(part.pointer, name) };
  };
  const members = (name: string) =>
    parts.flatMap(({ schema, pointer: place }) =>
      isObject(schema[name])
        ? Object.keys(schema[name]).map((key) => [key, joinPointer(place, name, key)] as const)
        : [],
    );
  return {
    pointer,
    types: findTypes(parts.map(({ schema }) => schema)),
    typePointer: keyword('type')?.pointer ?? pointer,
    keyword,
    limit(name) {
      const found = parts.flatMap(({ schema, pointer: place }) => {
        const value = schema[name];
        return typeof value === 'number' ? [{ value, pointer: joinPointer(place, name) }] : [];
      });
      const sign = /^(max|exclusiveMax)/.test(name) ? 1 : -1;
      return found.sort((a, b) => sign * (a.value - b.value))[0];
    },
    properties: new Map(members('properties')),
    required: parts.flatMap(({ schema, pointer: place }) =>
      Array.isArray(schema.required)
        ? schema.required.map((value: string, i) => ({
            value,
            pointer: joinPointer(place, 'required', i),
          }))
        : [],
    ),
    branches: ['oneOf', 'anyOf'].flatMap((name) => members(name).map(([, place]) => place)),
  };
}

interface Part {
  pointer: string;
  schema: Record<string, unknown>;
}

function collectParts(document: unknown, pointer: string, seen = new Set<string>()): Part[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || seen.has(pointer)) return [];
  seen.add(pointer);
  const target = typeof schema.$ref === 'string' ? pointerOfRef(schema.$ref) : undefined;
  const all = Array.isArray(schema.allOf) ? schema.allOf.keys() : [];
  return [
    { pointer, schema },
    ...(target === undefined ? [] : collectParts(document, target, seen)),
    ...[...all].flatMap((i) => collectParts(document, joinPointer(pointer, 'allOf', i), seen)),
  ];
}

/** Where no type is named, the keywords tell what is meant. */
const TELLING: Partial<Record<JsonType, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function findTypes(schemas: readonly Record<string, unknown>[]): ReadonlySet<JsonType> {
  const named = schemas.filter(({ type }) => type !== undefined).map(({ type }) => [type].flat());
  const [first, ...others] = named as JsonType[][];
  if (first) return new Set(first.filter((type) => others.every((list) => list.includes(type))));
  const told = Object.entries(TELLING).filter(([, keywords]) =>
    schemas.some((schema) => keywords.some((name) => Object.hasOwn(schema, name))),
  );
  return new Set(told.map(([type]) => type as JsonType));
}
