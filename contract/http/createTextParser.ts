import type { Contract, Header, Parameter } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';
import { parseScalar } from './parseScalar.ts';

/**
 * Creates the functions that parse values sent as text (parameters, headers, forms) into the types that their
 * schemas allow. Schemas are given by JSON pointer; without one, text stays text.
 */
export function createTextParser({ compileRequest, schemaAt }: Contract) {
  return { parseParameter, parseHeader: parseValue, parseForm, parseText };

  /** The value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    if (parameter.in === 'query') return parseQuery(parameter, message.query);

    const raw = findText(parameter, message);
    return raw === undefined ? undefined : parseValue(parameter, raw);
  }

  function parseQuery(parameter: Parameter, query: string): unknown {
    const fields = splitFields(query).filter(([name]) => name === parameter.name);
    const values = fields.map(([, raw]) => raw);
    const [first] = values;
    if (first === undefined) return undefined;

    const { explode, schemaPointer } = parameter;
    const isRepeated = explode && isList(schemaPointer);
    if (isRepeated) return parseList(values.map(decodeField), schemaPointer);
    return parseValue(parameter, first, decodeField);
  }

  /** Parses a value written as one text: a scalar, or a list with commas. */
  function parseValue(
    { schemaPointer }: Parameter | Header,
    raw: string,
    decode = (text: string) => text,
  ): unknown {
    if (!isList(schemaPointer)) return parseText(decode(raw), schemaPointer);

    // A comma that is percent-encoded belongs to the value.
    const parts = raw === '' ? [] : raw.split(',');
    return parseList(
      parts.map((part) => decode(part).trim()),
      schemaPointer,
    );
  }

  /** Parses a form, in which a repeated field is a list. */
  function parseForm(text: string, schemaPointer: string | undefined): object {
    const schema = schemaPointer === undefined ? undefined : schemaAt(schemaPointer);
    const additional = schema?.keyword('additionalProperties')?.pointer;
    const fields = Map.groupBy(splitFields(text), ([name]) => name);
    const values = [...fields].map(([name, pairs]) => {
      const texts = pairs.map(([, raw]) => decodeField(raw));
      return [name, parseField(texts, schema?.properties.get(name) ?? additional)];
    });
    return Object.fromEntries(values);
  }

  function parseField(texts: readonly string[], schemaPointer: string | undefined): unknown {
    const [first = '', ...others] = texts;
    if (others.length > 0 || isList(schemaPointer)) return parseList(texts, schemaPointer);
    return parseText(first, schemaPointer);
  }

  function parseList(texts: readonly string[], schemaPointer: string | undefined): unknown[] {
    const schema = schemaPointer === undefined ? undefined : schemaAt(schemaPointer);
    const items = schema?.keyword('items')?.pointer;
    return texts.map((text) => parseText(text, items));
  }

  function parseText(text: string, schemaPointer: string | undefined): unknown {
    return schemaPointer === undefined ? text : parseScalar(text, compileRequest(schemaPointer));
  }

  function isList(schemaPointer: string | undefined): boolean {
    return schemaPointer !== undefined && schemaAt(schemaPointer).types.has('array');
  }
}

/** The text of a parameter that is not in the query. */
function findText({ in: location, name }: Parameter, message: RequestMessage): string | undefined {
  const { pathValues, headers } = message;
  if (location === 'path') return Object.hasOwn(pathValues, name) ? pathValues[name] : undefined;

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
