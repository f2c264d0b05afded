import type { Contract, Header, Parameter } from '../contract.ts';
import { resolveSchema } from '../schema/resolveSchema.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';

/** The parts of a schema, including its `anyOf` and `oneOf` alternatives, that are needed to parse text. */
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
 * Creates the functions that parse values sent as text (parameters, headers, forms) into the types that their
 * schemas allow. Schemas are given by JSON pointer; without one, text stays text. Text that is not of an allowed
 * type stays text too, and schema validation then rejects it.
 */
export function createTextParser({
  document,
  compileRequest,
}: Pick<Contract, 'document' | 'compileRequest'>) {
  const schemas = new Map<string, TextSchema>();

  /** The value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    const { name, in: location, explode, schemaPointer } = parameter;
    if (location === 'query') {
      const values = splitFields(message.query).flatMap(([key, raw]) => (key === name ? raw : []));
      const [first] = values;
      if (first === undefined) return undefined;
      return explode && textSchema(schemaPointer).types.has('array')
        ? parseList(values.map(decodeField), schemaPointer)
        : parseValue(parameter, first, decodeField);
    }
    const raw = readText(parameter, message);
    return raw === undefined ? undefined : parseValue(parameter, raw);
  }

  /** Parses a value written as one text: a scalar, or a list with commas. */
  function parseValue(
    { schemaPointer }: Parameter | Header,
    raw: string,
    decode = (text: string) => text,
  ): unknown {
    if (!textSchema(schemaPointer).types.has('array')) {
      return parseScalar(decode(raw), schemaPointer);
    }
    // A comma that is percent-encoded belongs to the value.
    const parts = raw === '' ? [] : raw.split(',').map((part) => decode(part).trim());
    return parseList(parts, schemaPointer);
  }

  /** Parses a form; a repeated field is a list, and an object is JSON. */
  function parseForm(text: string, schemaPointer: string | undefined): object {
    const { properties, additional } = textSchema(schemaPointer);
    const fields = [...Map.groupBy(splitFields(text), ([name]) => name)];
    return Object.fromEntries(
      fields.map(([name, pairs]) => {
        const texts = pairs.map(([, raw]) => decodeField(raw));
        const property = properties.get(name) ?? additional;
        const isList = texts.length > 1 || textSchema(property).types.has('array');
        return [name, isList ? parseList(texts, property) : parseScalar(texts[0] ?? '', property)];
      }),
    );
  }

  function parseList(texts: readonly string[], schemaPointer: string | undefined): unknown[] {
    const { items } = textSchema(schemaPointer);
    return texts.map((text) => parseScalar(text, items));
  }

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

  function textSchema(pointer: string | undefined): TextSchema {
    if (pointer === undefined) return emptySchema;
    const known = schemas.get(pointer);
    if (known) return known;
    const pointers = new Set([pointer]);
    const types = new Set<string>();
    for (const each of pointers) {
      const { types: ofEach, branches } = resolveSchema(document, each);
      for (const type of ofEach) types.add(type);
      for (const branch of branches) pointers.add(branch);
    }
    const { keyword, properties } = resolveSchema(document, pointer, ...pointers);
    const items = keyword('items')?.pointer;
    const additional = keyword('additionalProperties')?.pointer;
    const schema = { types, items, properties, additional };
    schemas.set(pointer, schema);
    return schema;
  }

  return { parseParameter, parseHeader: parseValue, parseForm, parseScalar };
}

/** The text of a parameter that is not in the query. */
function readText({ in: location, name }: Parameter, message: RequestMessage): string | undefined {
  if (location === 'path') return message.pathValues[name];

  const { headers } = message;
  return location === 'header' ? headerText(headers, name) : cookieText(headers, name);
}

const emptySchema: TextSchema = {
  types: new Set(),
  items: undefined,
  properties: new Map(),
  additional: undefined,
};

/** The fields of a query or a form: each name, decoded, and its value as it was sent. */
function splitFields(text: string): [name: string, raw: string][] {
  const parts = text.split('&').filter((part) => part !== '');
  return parts.map((part) => {
    const [name = '', ...value] = part.split('=');
    return [decodeField(name), value.join('=')];
  });
}

function decodeField(raw: string): string {
  return new URLSearchParams(`=${raw}`).get('') ?? '';
}

/** Text that is not valid JSON stays text, which schema validation then rejects. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
