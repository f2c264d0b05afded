import type { Contract } from '../contract.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';

type SchemaSource = Pick<Contract, 'document' | 'compileRequest'>;

/** The parts of a schema, including its `anyOf` and `oneOf` alternatives, that are needed to parse text. */
export interface TextSchema {
  /** Whether a list is allowed by any alternative. */
  allowsList: boolean;
  /** The pointer of the schema of a list's items. */
  items: string | undefined;
  /** The pointers of the properties' schemas. */
  properties: ReadonlyMap<string, string>;
  /** The pointer of the schema of all other properties. */
  additional: string | undefined;
}

const anyText: TextSchema = {
  allowsList: false,
  items: undefined,
  properties: new Map(),
  additional: undefined,
};

/** Creates the function that reads the parts of the schema at a JSON pointer; without one, any text is allowed. */
export function createTextSchemas({ document }: SchemaSource) {
  const schemas = new Map<string | undefined, TextSchema>([[undefined, anyText]]);

  return function textSchema(pointer: string | undefined): TextSchema {
    const known = schemas.get(pointer);
    if (known || pointer === undefined) return known ?? anyText;

    const pointers = findAlternatives(document, pointer);
    const { keyword, properties } = resolveSchema(document, pointer, ...pointers);
    const schema = {
      allowsList: pointers.some((each) => resolveSchema(document, each).types.has('array')),
      items: keyword('items')?.pointer,
      properties,
      additional: keyword('additionalProperties')?.pointer,
    };
    schemas.set(pointer, schema);
    return schema;
  };
}

/** The schema itself, its alternatives and theirs. */
function findAlternatives(document: unknown, pointer: string): string[] {
  const pointers = new Set([pointer]);
  // A set that grows while it is read: a schema may be its own alternative.
  for (const each of pointers) {
    for (const branch of resolveSchema(document, each).branches) pointers.add(branch);
  }
  return [...pointers];
}

/**
 * Creates the function that parses text as the first type that its schema allows. Text that is of none stays text, and
 * schema validation then rejects it.
 */
export function createScalarReader({ compileRequest }: SchemaSource) {
  return function readScalar(text: string, schemaPointer: string | undefined): unknown {
    const values = interpretations(text);
    if (values.length === 1 || schemaPointer === undefined) return text;

    const validate = compileRequest(schemaPointer);
    const isValid = (value: unknown) => validate(value).length === 0;
    const isOfType = (value: unknown) =>
      validate(value).every(({ keyword, instancePath }) => keyword !== 'type' || instancePath);
    // The value may be null.
    const accepted = [...values.filter(isValid), ...values.filter(isOfType)];
    return accepted.length > 0 ? accepted[0] : text;
  };
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A text, and what else it may stand for. */
function interpretations(text: string): unknown[] {
  const values: unknown[] = [text];
  if (numberPattern.test(text)) values.push(Number(text));
  if (text === 'true' || text === 'false') values.push(text === 'true');
  if (text === '') values.push(null);
  if (/^\s*[[{]/.test(text)) values.push(parseJson(text));
  return values;
}

/** Text that is not valid JSON stays text, which schema validation then rejects. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
