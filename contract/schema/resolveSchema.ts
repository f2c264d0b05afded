import { isObject, joinPointer, pointerOfRef, valueAt } from '../jsonPointer.ts';

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object';

/** A value in the contract and its JSON pointer. */
export interface Located<Value = unknown> {
  value: Value;
  pointer: string;
}

/** A schema together with everything that its `$ref` and `allOf` add to it. */
export type ResolvedSchema = ReturnType<typeof resolveSchema>;

/**
 * Resolves the schema at a JSON pointer, together with others that apply to the same value. A schema that
 * contains itself is visited once.
 */
export function resolveSchema(document: unknown, pointer: string, ...others: readonly string[]) {
  const visited = new Set<string>();
  const parts = [pointer, ...others].flatMap((one) => collectParts(document, one, visited));
  const keyword = (name: string) => located(parts, name)[0];
  const children = (name: string) =>
    located(parts, name).flatMap(({ value, pointer: parent }) =>
      isObject(value)
        ? Object.entries(value).map(([key, child]) => ({
            key,
            value: child,
            pointer: joinPointer(parent, key),
          }))
        : [],
    );
  const properties = new Map<string, string>();
  for (const { key, pointer: property } of children('properties')) {
    if (!properties.has(key)) properties.set(key, property);
  }
  return {
    pointer,
    /** The types that every part allows, inferred from keywords if there is no `type`. Empty: any type. */
    types: declaredTypes(parts) ?? inferTypes(parts),
    /** The pointer of `type`, or of the schema if it has none. */
    typePointer: keyword('type')?.pointer ?? pointer,
    /** The first part's value of a keyword; the schema itself comes before its `$ref` and `allOf`. */
    keyword,
    /** Every part's value of a keyword. */
    keywords: (name: string) => located(parts, name),
    /** The strictest value of a numeric keyword such as `minimum` or `maxLength`. */
    limit(name: string) {
      const limits = located(parts, name).filter(
        (limit): limit is Located<number> => typeof limit.value === 'number',
      );
      const sign = /^(max|exclusiveMax)/.test(name) ? 1 : -1;
      return limits.sort((a, b) => sign * (a.value - b.value))[0];
    },
    /** The pointer of each property's schema in the first part that has it. */
    properties,
    /** The pointers of a property's schemas in all parts. */
    propertyPointers: (name: string) =>
      children('properties').flatMap((child) => (child.key === name ? [child.pointer] : [])),
    required: children('required').map((name) => ({ ...name, value: String(name.value) })),
    /** The pointers of the alternatives in `oneOf` and `anyOf`. */
    branches: [...children('oneOf'), ...children('anyOf')].map((branch) => branch.pointer),
  };
}

/** The types that both sets allow; every integer is a number. */
function intersectTypes(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  const allows = (types: ReadonlySet<JsonType>, type: JsonType) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  return new Set([...a, ...b].filter((type) => allows(a, type) && allows(b, type)));
}

type Part = Located<Record<string, unknown>>;

function collectParts(document: unknown, pointer: string, seen: Set<string>): Part[] {
  const schema = valueAt(document, pointer);
  if (!isObject(schema) || seen.has(pointer)) return [];
  seen.add(pointer);
  const target = typeof schema.$ref === 'string' ? pointerOfRef(schema.$ref) : undefined;
  const allOf = Array.isArray(schema.allOf) ? [...schema.allOf.keys()] : [];
  return [
    { pointer, value: schema },
    ...(target === undefined ? [] : collectParts(document, target, seen)),
    ...allOf.flatMap((i) => collectParts(document, joinPointer(pointer, 'allOf', i), seen)),
  ];
}

function located(parts: readonly Part[], keyword: string): Located[] {
  return parts
    .filter(({ value }) => Object.hasOwn(value, keyword))
    .map(({ value, pointer }) => ({
      value: value[keyword],
      pointer: joinPointer(pointer, keyword),
    }));
}

function declaredTypes(parts: readonly Part[]): ReadonlySet<JsonType> | undefined {
  const [first, ...others] = located(parts, 'type').map(
    ({ value }): ReadonlySet<JsonType> => new Set([value].flat() as JsonType[]),
  );
  return first && others.reduce((a, b) => intersectTypes(a, b), first);
}

const keywordsByType: Partial<Record<JsonType, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems'],
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function inferTypes(parts: readonly Part[]): ReadonlySet<JsonType> {
  const inferred = Object.entries(keywordsByType).filter(([, keywords]) =>
    keywords.some((keyword) => located(parts, keyword).length > 0),
  );
  return new Set(inferred.map(([type]) => type as JsonType));
}
