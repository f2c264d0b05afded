import type { Contract } from '../contract.ts';
import { type ResolvedSchema, resolveSchema } from '../schema/resolveSchema.ts';

/**
 * The parts of a schema, including its `anyOf` and `oneOf` alternatives, that are needed to parse
 * text.
 */
interface TextSchema {
  /** Those of all alternatives. */
  types: ReadonlySet<string>;
  /** The pointer of the schema of a list's items. */
  items: string | undefined;
  /** The pointers of the properties' schemas. */
  properties: ReadonlyMap<string, string>;
  /** The pointer of the schema of all other properties. */
  additional: string | undefined;
}

/**
 * Creates the functions that parse values sent as text (parameters, headers, form fields) into the
 * types that their schemas allow. Schemas are given by JSON pointer; without one, text stays text.
 * Text that is not of an allowed type stays text too, and schema validation then rejects it.
 */
export function createTextParser({
  document,
  compileRequest,
}: Pick<Contract, 'document' | 'compileRequest'>) {
  const schemas = new Map<string, TextSchema>();

  /** The first value that the schema allows, or that is at least of an allowed type. */
  function parseScalar(text: string, schemaPointer: string | undefined): unknown {
    const values = [
      text,
      ...(numberPattern.test(text) ? [Number(text)] : []),
      ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
      ...(text === '' ? [null] : []),
      ...(/^\s*[[{]/.test(text) ? [parseJson(text)] : []),
    ];
    if (values.length === 1 || schemaPointer === undefined) return text;
    const validate = compileRequest(schemaPointer);
    const isOfType = (value: unknown) =>
      validate(value).every(({ keyword, instancePath }) => keyword !== 'type' || instancePath);
    return values.find((value) => validate(value).length === 0) ?? values.find(isOfType) ?? text;
  }

  function parseList(texts: readonly string[], schemaPointer: string | undefined): unknown[] {
    const { items } = textSchema(schemaPointer);
    return texts.map((text) => parseScalar(text, items));
  }

  /** Parses name-value pairs into an object; a repeated name becomes a list. */
  function parseFields(
    fields: readonly (readonly [string, string])[],
    schemaPointer: string | undefined,
  ): object {
    const { properties, additional } = textSchema(schemaPointer);
    const grouped = new Map<string, string[]>();
    for (const [name, value] of fields) {
      const texts = grouped.get(name);
      if (texts) texts.push(value);
      else grouped.set(name, [value]);
    }
    return Object.fromEntries(
      [...grouped].map(([name, texts]) => {
        const property = properties.get(name) ?? additional;
        const isList = texts.length > 1 || textSchema(property).types.has('array');
        return [name, isList ? parseList(texts, property) : parseScalar(texts[0] ?? '', property)];
      }),
    );
  }

  function textSchema(pointer: string | undefined): TextSchema {
    if (pointer === undefined) return emptySchema;
    const known = schemas.get(pointer);
    if (known) return known;
    // A schema that is its own alternative adds nothing to itself.
    schemas.set(pointer, emptySchema);
    const schema = includeBranches(resolveSchema(document, pointer));
    schemas.set(pointer, schema);
    return schema;
  }

  function includeBranches(schema: ResolvedSchema): TextSchema {
    const branches = schema.branches.map(textSchema);
    const first = (name: 'items' | 'additional') =>
      branches.map((branch) => branch[name]).find((pointer) => pointer !== undefined);
    return {
      types: new Set([...schema.types, ...branches.flatMap(({ types }) => [...types])]),
      items: schema.keyword('items')?.pointer ?? first('items'),
      additional: schema.keyword('additionalProperties')?.pointer ?? first('additional'),
      properties: new Map([
        ...branches.flatMap(({ properties }) => [...properties]),
        ...schema.properties,
      ]),
    };
  }

  return { parseScalar, parseList, parseFields, textSchema };
}

export type TextParser = ReturnType<typeof createTextParser>;

const emptySchema: TextSchema = {
  types: new Set(),
  items: undefined,
  properties: new Map(),
  additional: undefined,
};

/** Text that is not valid JSON stays text, which schema validation then rejects. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
