import type { Contract, Header, Parameter } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';
import { createScalarReader, createTextSchemas } from './readScalar.ts';

/**
 * Creates the functions that parse values sent as text (parameters, headers, forms) into the types that their
 * schemas allow. Schemas are given by JSON pointer; without one, text stays text.
 */
export function createTextParser(contract: Pick<Contract, 'document' | 'compileRequest'>) {
  const textSchema = createTextSchemas(contract);
  const parseScalar = createScalarReader(contract);
  return { parseParameter, parseHeader: parseValue, parseForm, parseScalar };

  /** The value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    if (parameter.in === 'query') return parseQuery(parameter, message.query);

    const raw = readText(parameter, message);
    return raw === undefined ? undefined : parseValue(parameter, raw);
  }

  function parseQuery(parameter: Parameter, query: string): unknown {
    const { name, explode, schemaPointer } = parameter;
    const values = splitFields(query).flatMap(([key, raw]) => (key === name ? raw : []));
    const [first] = values;
    if (first === undefined) return undefined;

    const isList = explode && textSchema(schemaPointer).allowsList;
    if (isList) return parseList(values.map(decodeField), schemaPointer);
    return parseValue(parameter, first, decodeField);
  }

  /** Parses a value written as one text: a scalar, or a list with commas. */
  function parseValue(
    { schemaPointer }: Parameter | Header,
    raw: string,
    decode = (text: string) => text,
  ): unknown {
    if (!textSchema(schemaPointer).allowsList) return parseScalar(decode(raw), schemaPointer);

    // A comma that is percent-encoded belongs to the value.
    const parts = raw === '' ? [] : raw.split(',').map((part) => decode(part).trim());
    return parseList(parts, schemaPointer);
  }

  /** Parses a form; a repeated field is a list, and an object is JSON. */
  function parseForm(text: string, schemaPointer: string | undefined): object {
    const { properties, additional } = textSchema(schemaPointer);
    const fields = Map.groupBy(splitFields(text), ([name]) => name);
    const values = [...fields].map(([name, pairs]) => {
      const texts = pairs.map(([, raw]) => decodeField(raw));
      return [name, parseField(texts, properties.get(name) ?? additional)];
    });
    return Object.fromEntries(values);
  }

  function parseField(texts: readonly string[], schemaPointer: string | undefined): unknown {
    const [first = '', ...others] = texts;
    const isList = others.length > 0 || textSchema(schemaPointer).allowsList;
    return isList ? parseList(texts, schemaPointer) : parseScalar(first, schemaPointer);
  }

  function parseList(texts: readonly string[], schemaPointer: string | undefined): unknown[] {
    const { items } = textSchema(schemaPointer);
    return texts.map((text) => parseScalar(text, items));
  }
}

/** The text of a parameter that is not in the query. */
function readText({ in: location, name }: Parameter, message: RequestMessage): string | undefined {
  if (location === 'path') return message.pathValues[name];

  const { headers } = message;
  return location === 'header' ? headerText(headers, name) : cookieText(headers, name);
}

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
