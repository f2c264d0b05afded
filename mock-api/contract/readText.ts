import { isObject, pointerOfRef, valueAt } from './pointer.ts';

/** What a schema says of the shape of a value, as far as reading text needs it. */
interface Shape {
  types: ReadonlySet<string>;
  items?: unknown;
  properties: Readonly<Record<string, unknown>>;
}

/**
 * Makes the functions that read values which travel as text (parameters, headers, form fields) as
 * the types that their schemas name. Text that cannot be read as such stays text, for the schema to
 * refuse.
 */
export function createTextReader(document: Record<string, unknown>) {
  const shapes = new WeakMap<object, Shape>();

  function readScalar(text: string, schema: unknown): unknown {
    const { types } = shapeOf(schema);
    if (types.has('string')) return text;
    if ((types.has('number') || types.has('integer')) && NUMBER.test(text)) return Number(text);
    if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
    if (types.has('null') && text === '') return null;
    return text;
  }

  function readList(texts: readonly string[], schema: unknown): unknown[] {
    const { items } = shapeOf(schema);
    return texts.map((text) => readScalar(text, items));
  }

  /** Names and texts to an object. A name that comes again makes a list, as does a list in the schema. */
  function readFields(fields: readonly (readonly [string, string])[], schema: unknown): object {
    const { properties } = shapeOf(schema);
    const grouped = new Map<string, string[]>();
    for (const [name, value] of fields) {
      const texts = grouped.get(name);
      if (texts) texts.push(value);
      else grouped.set(name, [value]);
    }
    return Object.fromEntries(
      [...grouped].map(([name, texts]) => {
        const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
        const isList = texts.length > 1 || shapeOf(property).types.has('array');
        return [name, isList ? readList(texts, property) : readScalar(texts[0] ?? '', property)];
      }),
    );
  }

  function shapeOf(schema: unknown): Shape {
    if (!isObject(schema)) return NO_SHAPE;
    const known = shapes.get(schema);
    if (known) return known;
    // A schema that contains itself adds nothing to its own shape.
    shapes.set(schema, NO_SHAPE);
    const shape = findShape(schema);
    shapes.set(schema, shape);
    return shape;
  }

  function findShape(schema: Record<string, unknown>): Shape {
    const target = typeof schema.$ref === 'string' ? pointerOfRef(schema.$ref) : undefined;
    const parts = [
      ...(target === undefined ? [] : [valueAt(document, target)]),
      ...['allOf', 'anyOf', 'oneOf'].flatMap((key) =>
        Array.isArray(schema[key]) ? schema[key] : [],
      ),
    ].map(shapeOf);

    const literals =
      'const' in schema ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : [];
    const own = schema.type === undefined ? literals.map(typeName) : [schema.type].flat();
    const items = schema.items ?? parts.find((part) => part.items !== undefined)?.items;
    return {
      types: new Set([...own.map(String), ...parts.flatMap((part) => [...part.types])]),
      ...(items !== undefined && { items }),
      properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    };
  }

  return { readScalar, readList, readFields, shapeOf };
}

export type TextReader = ReturnType<typeof createTextReader>;

const NO_SHAPE: Shape = { types: new Set(), properties: {} };

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
