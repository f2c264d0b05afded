import type { Header, Parameter } from '../contract.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';
import { isJson } from './mediaType.ts';
import type { TextParser } from './parseText.ts';

/** Creates the functions that parse parameters and headers in every style of OpenAPI 3.1. */
export function createParameterParser(text: TextParser) {
  /** The value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    if (parameter.in === 'query') return parseQuery(parameter, new URLSearchParams(message.query));
    const raw =
      parameter.in === 'path'
        ? message.pathValues[parameter.name]
        : parameter.in === 'header'
          ? headerText(message.headers, parameter.name)
          : cookieText(message.headers, parameter.name);
    return raw === undefined ? undefined : parseSerialized(parameter, raw);
  }

  function parseQuery(parameter: Parameter, query: URLSearchParams): unknown {
    const { name, style, explode, schemaPointer } = parameter;
    const { types, properties } = text.textSchema(schemaPointer);
    if (types.has('object') && style === 'deepObject') {
      const fields = [...query].flatMap(([key, value]) =>
        key.startsWith(`${name}[`) && key.endsWith(']')
          ? [[key.slice(name.length + 1, -1), value] as const]
          : [],
      );
      return fields.length > 0 ? text.parseFields(fields, schemaPointer) : undefined;
    }
    if (types.has('object') && explode && !parameter.contentType) {
      const fields = [...query].filter(([key]) => properties.has(key));
      return fields.length > 0 ? text.parseFields(fields, schemaPointer) : undefined;
    }
    const values = query.getAll(name);
    if (values.length === 0) return undefined;
    if (types.has('array') && explode) return text.parseList(values, schemaPointer);
    return parseSerialized(parameter, values[0] ?? '');
  }

  /** Parses a value written as one string: a scalar, a delimited list or object, or JSON. */
  function parseSerialized(parameter: Parameter | Header, raw: string): unknown {
    const { contentType, explode, name, schemaPointer, style } = parameter;
    if (contentType) return isJson(contentType) ? parseJson(raw) : raw;
    const { types } = text.textSchema(schemaPointer);
    const prefix = stylePrefixes[style]?.(name) ?? '';
    const value = raw.startsWith(prefix) ? raw.slice(prefix.length) : raw;
    const isList = types.has('array');
    if (!isList && !types.has('object')) return text.parseScalar(value, schemaPointer);

    const parts = value === '' ? [] : value.split(delimiter(parameter)).map((part) => part.trim());
    if (isList) return text.parseList(parts, schemaPointer);
    return text.parseFields(explode ? parts.map(splitPair) : pairUp(parts), schemaPointer);
  }

  return { parseParameter, parseHeader: parseSerialized };
}

const stylePrefixes: Record<string, (name: string) => string> = {
  label: () => '.',
  matrix: (name) => `;${name}=`,
};

function delimiter({ style, explode, name }: Parameter | Header): string {
  if (style === 'spaceDelimited') return ' ';
  if (style === 'pipeDelimited') return '|';
  if (style === 'label' && explode) return '.';
  if (style === 'matrix' && explode) return `;${name}=`;
  return ',';
}

/** `key=value` as a pair. */
function splitPair(part: string): [string, string] {
  const equals = part.indexOf('=');
  return equals < 0 ? [part, ''] : [part.slice(0, equals), part.slice(equals + 1)];
}

/** `key, value, key, value` as pairs. */
function pairUp(parts: readonly string[]): [string, string][] {
  return parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? '']] : []));
}

/** Text that is not valid JSON stays text, which schema validation then rejects. */
function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
