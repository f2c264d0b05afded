import type { Contract, Parameter } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';
import { parseScalar } from './parseScalar.ts';

/**
 * Creates the functions that parse values sent as text (parameters, headers, forms) into the types that their
 * schemas allow. Schemas are given by JSON pointer; without one, text stays text.
 */
export function createTextParser({ compileRequest, schemaAt }: Contract) {
  return { parseParameter, parseForm, parseText };

  /** Returns the value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    const { name, schemaPointer } = parameter;
    if (isList(schemaPointer)) {
      const texts = new URLSearchParams(message.query).getAll(name);
      return texts.length === 0 ? undefined : parseList(texts, schemaPointer);
    }
    const text = findText(parameter, message);
    return text === undefined ? undefined : parseText(text, schemaPointer);
  }

  /** Parses a form, in which a repeated field is a list. */
  function parseForm(form: string, schemaPointer: string | undefined): object {
    const schema = schemaPointer === undefined ? undefined : schemaAt(schemaPointer);
    const additional = schema?.keyword('additionalProperties')?.pointer;
    const fields = Map.groupBy(new URLSearchParams(form), ([name]) => name);
    const values = [...fields].map(([name, pairs]) => {
      const texts = pairs.map(([, text]) => text);
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

/** Returns the text that a request has for a parameter; undefined if it has none. */
function findText({ in: place, name }: Parameter, message: RequestMessage): string | undefined {
  const { pathValues, query, headers } = message;
  if (place === 'query') return new URLSearchParams(query).get(name) ?? undefined;
  if (place === 'path') return Object.hasOwn(pathValues, name) ? pathValues[name] : undefined;

  return place === 'header' ? headerText(headers, name) : cookieText(headers, name);
}
