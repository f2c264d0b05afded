import { parseMediaType } from '../http/mediaType.ts';
import { isParsed, isText } from '../http/parseBody.ts';
import { isMultipart } from '../http/readForm.ts';
import { isRecord, joinPointer } from '../jsonPointer.ts';
import { isFormat, isRegularExpression } from '../schema/compileSchema.ts';
import { type JsonType, type ResolvedSchema, resolveSchema } from '../schema/resolveSchema.ts';
import type { ObjectKind } from './openApiObjects.ts';
import { styles } from './readValues.ts';

/** What it means that a construct is not supported. */
export const effects = {
  ignored: 'is not supported, so it is ignored',
  /** Any value is accepted. */
  unvalidated: 'is not validated',
  /** It is validated, but the verifier sends no request that shows whether a backend does the same. */
  untested: 'is not tested by the verifier',
  /** The mock responds to the operations that use it with 501, and the verifier skips them. */
  unusable: 'is not supported',
};

export type Effect = keyof typeof effects;

/** An object of OpenAPI in a document. */
export interface Place {
  value: Readonly<Record<string, unknown>>;
  pointer: string;
  /** The key under which it is. */
  name: string;
  document: unknown;
  version: string;
}

/** A part of OpenAPI or JSON Schema that is not supported, or not in full. */
export interface Construct {
  effect: Effect;
  /** As documented. */
  name: string;
  /** The field that has it, unless it is the whole object. */
  key?: string | undefined;
  /** Any object that has the field by default. */
  applies?: ((place: Place) => boolean) | undefined;
  /** Whether it is supported outside of requests. */
  isOfRequest?: boolean;
}

const rowsOf =
  (effect: Effect) =>
  (name: string, key?: string, applies?: Construct['applies']): Construct => ({
    effect,
    name,
    key,
    applies,
  });
const ignored = rowsOf('ignored');
const unvalidated = rowsOf('unvalidated');
const untested = rowsOf('untested');
const unusable = rowsOf('unusable');

/** Constructs that are the whole of a field. */
function fields(row: typeof ignored, ...keys: readonly string[]): Construct[] {
  return keys.map((key) => row(`\`${key}\``, key));
}

const inRequests = (construct: Construct): Construct => ({ ...construct, isOfRequest: true });

/** Those that no row of the table below can tell from the object alone. */
export const commonConstructs = {
  unknown: ignored('a field that neither OpenAPI nor JSON Schema defines'),
  malformed: ignored('a value that is not the object or list that OpenAPI defines'),
  sibling: ignored('a field beside a `$ref` (except in schemas of OpenAPI 3.1)'),
  reference: ignored('a reference to another file, to nothing or to itself'),
  link: ignored('a link to no operation of the file'),
  security: ignored('a security scheme that the file does not declare'),
  secondType: untested('a second media type of a 2xx response'),
  schemaReference: unusable('such a reference in a schema'),
  schema: unusable('a schema that is not valid'),
  depth: unusable('a schema with several hundred levels, references included,'),
};

/** By the object that has them. */
export const constructs: Readonly<Partial<Record<ObjectKind, readonly Construct[]>>> = {
  document: [
    ...fields(ignored, 'webhooks', '$self'),
    ignored(
      'a `jsonSchemaDialect` other than that of OpenAPI or JSON Schema 2020-12',
      'jsonSchemaDialect',
      ({ value }) => !/\/oas\/3|\/2020-12\//.test(String(value.jsonSchemaDialect)),
    ),
  ],
  pathItem: [
    ...fields(ignored, 'servers', 'query', 'additionalOperations'),
    ignored('a path with adjacent variables', undefined, ({ name }) => name.includes('}{')),
  ],
  operation: fields(ignored, 'servers', 'callbacks'),
  parameter: [
    ignored(
      'a parameter in an unknown place, such as `querystring`,',
      undefined,
      ({ value }) => !Object.hasOwn(styles, String(value.in)),
    ),
    ignored(
      'a header parameter `Accept`, `Content-Type` or `Authorization`',
      undefined,
      ({ value }) =>
        value.in === 'header' && /^(accept|content-type|authorization)$/i.test(String(value.name)),
    ),
    ignored(
      'a `style` that a parameter in its place cannot have',
      'style',
      ({ value }) => stylesOf(value)?.includes(String(value.style)) === false,
    ),
    unvalidated(
      'a parameter whose `style` cannot carry its value, or only in one of several ways',
      'schema',
      (place) => !isCarried(place),
    ),
  ],
  header: [
    ignored(
      'a `style` of a header other than `simple`',
      'style',
      ({ value }) => value.style !== 'simple',
    ),
    unvalidated('a header that cannot carry its value', 'schema', (place) => !isCarried(place)),
  ],
  mediaType: [
    ...fields(ignored, 'itemSchema', 'prefixEncoding', 'itemEncoding'),
    unvalidated(
      'a body of another media type than JSON, text and forms, or a list or object in text,',
      'schema',
      (place) => {
        const { essence = '' } = parseMediaType(place.name) ?? {};
        const types = [...schemaOf(place).types];
        if (essence.includes('*')) return false;
        if (isText(essence)) return types.some((type) => type === 'object' || type === 'array');
        return !isParsed(essence) && types.some((type) => type !== 'string');
      },
    ),
    inRequests(
      untested(
        'a request body of `multipart/form-data`, or of a range of media types,',
        undefined,
        ({ name }) => name.includes('*') || isMultipart(parseMediaType(name)?.essence ?? ''),
      ),
    ),
  ],
  encoding: [
    ...fields(ignored, 'headers', 'encoding', 'prefixEncoding', 'itemEncoding'),
    inRequests(untested('the `encoding` of a form’s field')),
  ],
  example: fields(ignored, 'externalValue', 'serializedValue'),
  link: fields(ignored, 'server'),
  securityScheme: [
    ignored(
      'a security scheme of an unknown type',
      undefined,
      ({ value }) => !securityTypes.includes(String(value.type)),
    ),
    untested(
      'a security scheme `mutualTLS`, or `http` other than `basic` and `bearer`,',
      undefined,
      ({ value: { type, scheme } }) =>
        type === 'mutualTLS' || (type === 'http' && !/^(basic|bearer)$/i.test(String(scheme))),
    ),
  ],
  securityRequirement: [
    untested(
      'a scope of a security requirement',
      undefined,
      ({ value }) => Object.values(value).flat().length > 0,
    ),
  ],
  schema: [
    ignored(
      '`nullable` in OpenAPI 3.1 (add `null` to `type`), or without a `type` in 3.0,',
      'nullable',
      ({ value, version }) => !version.startsWith('3.0.') || typeof value.type !== 'string',
    ),
    ignored(
      'an `enum` without values',
      'enum',
      ({ value }) => Array.isArray(value.enum) && value.enum.length === 0,
    ),
    ignored(
      'the field `examples` of a schema, unless it is a list,',
      'examples',
      ({ value }) => !Array.isArray(value.examples),
    ),
    ignored(
      'a `pattern` that is no regular expression',
      'pattern',
      ({ value }) => typeof value.pattern === 'string' && !isRegularExpression(value.pattern),
    ),
    ignored(
      '`patternProperties` with a key that is no regular expression',
      'patternProperties',
      ({ value: { patternProperties } }) =>
        isRecord(patternProperties) && !Object.keys(patternProperties).every(isRegularExpression),
    ),
    ignored(
      'a `discriminator` whose property has no `const` or `enum` in each alternative',
      'discriminator',
      (place) => !isDiscriminated(place),
    ),
    unvalidated(
      'a `format` that is not one of OpenAPI or JSON Schema',
      'format',
      ({ value }) => !isFormat(String(value.format)),
    ),
    ...fields(unvalidated, 'contentEncoding', 'contentMediaType', 'contentSchema'),
    ...fields(unusable, '$dynamicRef', '$recursiveRef'),
    ...[
      ...fields(untested, 'not', 'then', 'else', 'contains', 'prefixItems', 'unevaluatedItems'),
      ...fields(untested, 'patternProperties', 'propertyNames', 'minProperties'),
      ...fields(untested, 'dependentRequired', 'dependentSchemas', 'dependencies'),
      untested(
        '`maxProperties` without a schema of `additionalProperties`',
        'maxProperties',
        ({ value }) => !isRecord(value.additionalProperties),
      ),
    ].map(inRequests),
  ],
};

const securityTypes = ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'];

function stylesOf({ in: place = 'header' }: Place['value']): readonly string[] | undefined {
  return Object.entries(styles).find(([name]) => name === place)?.[1];
}

function schemaOf({ document, pointer }: Place): ResolvedSchema {
  return resolveSchema(document, joinPointer(pointer, 'schema'));
}

/** Whether a parameter's style is defined for values of its schema, and can be told from other parameters. */
function isCarried(place: Place): boolean {
  const { document, value } = place;
  const { style = stylesOf(value)?.[0], explode = style === 'form' } = value;
  const schema = schemaOf(place);
  const hasType = (pointer: string, ...types: JsonType[]) => {
    const { types: allowed } = resolveSchema(document, pointer);
    return types.some((type) => allowed.has(type));
  };
  return [schema, ...schema.branches.map((branch) => resolveSchema(document, branch))].every(
    ({ types, keyword, properties }) => {
      const isObject = types.has('object');
      const isList = types.has('array');
      if (!isObject && !isList) return true;
      if (explode && (value.in === 'cookie' || (isObject && style === 'matrix'))) return false;
      const additional = keyword('additionalProperties');
      const isMap = properties.size === 0 || isRecord(additional?.value);
      if (isObject && isMap && explode && style === 'form') return false;
      const items = keyword('items');
      const isNamed = style === 'deepObject' || (style === 'form' && explode === true);
      const parts = [
        ...(isObject ? properties.values() : []),
        ...(isList && items ? [items.pointer] : []),
      ];
      return !parts.some((part) =>
        hasType(part, 'object', ...(isObject && isNamed ? [] : ['array' as const])),
      );
    },
  );
}

/** Whether each alternative has other values of the discriminator's property, so that schemas tell them apart. */
function isDiscriminated({ value, document, pointer }: Place): boolean {
  const { discriminator } = value;
  const name = isRecord(discriminator) ? String(discriminator.propertyName) : '';
  const { branches } = resolveSchema(document, pointer);
  const hasValues = (branch: string) => {
    const [first, ...others] = resolveSchema(document, branch).propertyPointers(name);
    const property = first === undefined ? undefined : resolveSchema(document, first, ...others);
    return ['const', 'enum'].some((keyword) => property?.keyword(keyword));
  };
  return branches.length > 0 && branches.every(hasValues);
}
