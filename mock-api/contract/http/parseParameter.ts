import type { Header, MediaType, Parameter } from '../contract.ts';
import { isRecord } from '../jsonPointer.ts';
import { cookieText, headerText, type RequestMessage } from './httpMessage.ts';
import { isJson } from './mediaType.ts';
import { parseJson, type TextParser } from './parseText.ts';

/** The name of a field in a query or a form, decoded, and its value as it was sent. */
export type Field = readonly [name: string, value: string];

type Serialized = Pick<Parameter, 'name' | 'style' | 'explode' | 'schemaPointer' | 'contentType'>;

/** Creates the functions that parse parameters, headers and forms in every style of OpenAPI 3.1. */
export function createParameterParser(text: TextParser) {
  /** The value that a request has for a parameter; undefined if it has none. */
  function parseParameter(parameter: Parameter, message: RequestMessage): unknown {
    if (parameter.in === 'query') {
      return parseField(parameter, splitFields(message.query), decodeField);
    }
    const raw =
      parameter.in === 'path'
        ? message.pathValues[parameter.name]
        : parameter.in === 'header'
          ? headerText(message.headers, parameter.name)
          : cookieText(message.headers, parameter.name);
    return raw === undefined ? undefined : parseSerialized(parameter, raw);
  }

  /** Each property is serialized like a query parameter, as `encoding` says; an object is JSON by default. */
  function parseForm(
    { schemaPointer, encoding }: MediaType,
    fields: readonly Field[],
    decode = asIs,
  ): Record<string, unknown> {
    const { properties } = text.textSchema(schemaPointer);
    const values = [...properties].flatMap(([name, property]) => {
      const given = encoding[name];
      const { style, explode, contentType } = isRecord(given) ? given : {};
      const isStyled = style !== undefined || explode !== undefined;
      const isWhole = typeof contentType === 'string' && isJson(contentType) && !isStyled;
      const value = parseField(
        {
          name,
          schemaPointer: property,
          style: isStyled ? String(style ?? 'form') : 'json',
          explode: typeof explode === 'boolean' ? explode : style === undefined || style === 'form',
          contentType: isWhole ? contentType : undefined,
        },
        fields,
        decode,
      );
      return value === undefined ? [] : [[name, value] as const];
    });
    const others = fields.filter(([name]) => !properties.has(name.replace(/\[.*\]$/s, '')));
    const unknown = text.parseFields(
      others.map(([name, value]) => [name, decode(value)]),
      undefined,
    );
    return Object.fromEntries([...Object.entries(unknown), ...values]);
  }

  function parseField(field: Serialized, fields: readonly Field[], decode: Decoder): unknown {
    const { name, style, explode, schemaPointer } = field;
    const { types, properties } = text.textSchema(schemaPointer);
    if (types.has('object') && !field.contentType && style !== 'json') {
      const isDeep = style === 'deepObject';
      const parts = fields.flatMap(([key, value]) => {
        if (!isDeep) return properties.has(key) ? [[key, decode(value)] as const] : [];
        const isPart = key.startsWith(`${name}[`) && key.endsWith(']');
        return isPart ? [[key.slice(name.length + 1, -1), decode(value)] as const] : [];
      });
      if (isDeep || explode) {
        return parts.length > 0 ? text.parseFields(parts, schemaPointer) : undefined;
      }
    }
    const values = fields.flatMap(([key, value]) => (key === name ? [value] : []));
    const [first] = values;
    if (first === undefined) return undefined;
    const isList = types.has('array') && explode && !field.contentType;
    // A form must not repeat the field of a scalar.
    return isList || (style === 'json' && values.length > 1)
      ? text.parseList(values.map(decode), schemaPointer)
      : parseSerialized(field, first, decode);
  }

  /** Parses a value written as one string: a scalar, a delimited list or object, or JSON. */
  function parseSerialized(field: Serialized | Header, raw: string, decode = asIs): unknown {
    const { contentType, explode, name, schemaPointer, style } = field;
    if (contentType) return isJson(contentType) ? parseJson(decode(raw)) : decode(raw);
    const { types } = text.textSchema(schemaPointer);
    const prefix = stylePrefixes[style]?.(name) ?? '';
    const value = raw.startsWith(prefix) ? raw.slice(prefix.length) : raw;
    const isList = types.has('array');
    if (style === 'json' || (!isList && !types.has('object'))) {
      return text.parseScalar(decode(value), schemaPointer);
    }
    // A delimiter that is percent-encoded belongs to the value.
    const parts =
      value === '' ? [] : value.split(delimiter(field)).map((part) => decode(part).trim());
    if (isList) return text.parseList(parts, schemaPointer);
    return text.parseFields(explode ? parts.map(splitPair) : pairUp(parts), schemaPointer);
  }

  return { parseParameter, parseForm, parseHeader: parseSerialized };
}

/** Splits a query or a form body into its fields. */
export function splitFields(text: string): Field[] {
  const parts = text.split('&').filter((part) => part !== '');
  return parts.map(splitPair).map(([name, value]) => [decodeField(name), value]);
}

type Decoder = (raw: string) => string;

const asIs: Decoder = (raw) => raw;

export const decodeField: Decoder = (raw) =>
  /[%+]/.test(raw) ? (new URLSearchParams(`=${raw}`).get('') ?? '') : raw;

const stylePrefixes: Record<string, (name: string) => string> = {
  label: () => '.',
  matrix: (name) => `;${name}=`,
};

function delimiter({ style, explode, name }: Serialized | Header): string | RegExp {
  if (style === 'spaceDelimited') return /%20|[+ ]/;
  if (style === 'pipeDelimited') return /%7c|\|/i;
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
