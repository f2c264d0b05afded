import type { Header, Parameter } from './contract.ts';
import { isJson } from './mediaType.ts';
import { cookieText, headerText, type RequestMessage } from './message.ts';
import { valueAt } from './pointer.ts';
import type { TextReader } from './readText.ts';

/** Reads parameters and headers from the wire in all styles of OpenAPI 3.1. */
export function createParameterReader(document: Record<string, unknown>, text: TextReader) {
  /** The value as its schema means it, undefined where it did not come. */
  function readParameterValue(parameter: Parameter, message: RequestMessage): unknown {
    if (parameter.in === 'query') return readQuery(parameter, new URLSearchParams(message.query));
    const found =
      parameter.in === 'path'
        ? message.pathValues[parameter.name]
        : parameter.in === 'header'
          ? headerText(message.headers, parameter.name)
          : cookieText(message.headers, parameter.name);
    return found === undefined ? undefined : readDelimited(parameter, found);
  }

  function readQuery(parameter: Parameter, query: URLSearchParams): unknown {
    const { name, style, explode } = parameter;
    const { types, properties } = text.shapeOf(schemaOf(parameter));
    if (types.has('object') && style === 'deepObject') {
      const fields = [...query].flatMap(([key, value]) =>
        key.startsWith(`${name}[`) && key.endsWith(']')
          ? [[key.slice(name.length + 1, -1), value] as const]
          : [],
      );
      return fields.length > 0 ? text.readFields(fields, schemaOf(parameter)) : undefined;
    }
    if (types.has('object') && explode && !parameter.contentType) {
      const fields = [...query].filter(([key]) => Object.hasOwn(properties, key));
      return fields.length > 0 ? text.readFields(fields, schemaOf(parameter)) : undefined;
    }
    const values = query.getAll(name);
    if (values.length === 0) return undefined;
    if (types.has('array') && explode) return text.readList(values, schemaOf(parameter));
    return readDelimited(parameter, values[0] ?? '');
  }

  /** A value written in one piece: a scalar, a delimited list or object, or a whole document. */
  function readDelimited(place: Parameter | Header, raw: string): unknown {
    if (place.contentType) return isJson(place.contentType) ? parseJson(raw) : raw;
    const schema = schemaOf(place);
    const { types } = text.shapeOf(schema);
    const prefix = PREFIXES[place.style]?.(place.name) ?? '';
    const bare = raw.startsWith(prefix) ? raw.slice(prefix.length) : raw;
    const isList = types.has('array');
    if (!isList && !types.has('object')) return text.readScalar(bare, schema);

    const parts = bare === '' ? [] : bare.split(delimiter(place)).map((part) => part.trim());
    if (isList) return text.readList(parts, schema);
    return text.readFields(place.explode ? parts.map(splitPair) : inPairs(parts), schema);
  }

  function schemaOf({ schemaPointer }: Parameter | Header): unknown {
    return schemaPointer === undefined ? undefined : valueAt(document, schemaPointer);
  }

  return { readParameterValue, readHeaderValue: readDelimited };
}

/** What stands before the first value. */
const PREFIXES: Record<string, (name: string) => string> = {
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

function splitPair(part: string): [string, string] {
  const at = part.indexOf('=');
  return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
}

function inPairs(parts: readonly string[]): [string, string][] {
  return parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? '']] : []));
}

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return raw;
  }
}
