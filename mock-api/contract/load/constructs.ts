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
  /** As documented. */
  name: string;
  effect: Effect;
  kind: ObjectKind;
  /** The field that has it, unless it is the whole object. */
  key?: string;
  /** Any object that has the field by default. */
  applies?(place: Place): boolean;
  /** Whether it is supported outside of requests. */
  isOfRequest?: boolean;
}

/** Those that an object of any kind can have. */
export const commonConstructs = {
  unknown: { name: 'a field that neither OpenAPI nor JSON Schema defines', effect: 'ignored' },
  malformed: {
    name: 'a value that is not the object or list that OpenAPI defines',
    effect: 'ignored',
  },
  sibling: {
    name: 'a field beside a `$ref` (except in schemas of OpenAPI 3.1)',
    effect: 'ignored',
  },
  reference: { name: 'a reference to another file, to nothing or to itself', effect: 'ignored' },
  schemaReference: { name: 'such a reference in a schema', effect: 'unusable' },
  schema: { name: 'a schema that is not valid', effect: 'unusable' },
  depth: { name: 'a schema with several hundred levels, references included,', effect: 'unusable' },
  secondType: { name: 'a second media type of a 2xx response', effect: 'untested' },
  link: { name: 'a link to no operation of the file', effect: 'ignored' },
  security: {
    name: 'a security scheme that the file does not declare',
    effect: 'ignored',
  },
} as const satisfies Record<string, Pick<Construct, 'name' | 'effect'>>;

export const constructs: readonly Construct[] = [
  ...fields('document', 'ignored', 'webhooks', '$self'),
  {
    name: 'a `jsonSchemaDialect` other than that of OpenAPI or JSON Schema 2020-12',
    effect: 'ignored',
    kind: 'document',
    key: 'jsonSchemaDialect',
    applies: ({ value }) => !/\/oas\/3|\/2020-12\//.test(String(value.jsonSchemaDialect)),
  },
  ...fields('pathItem', 'ignored', 'servers', 'query', 'additionalOperations'),
  {
    name: 'a path with adjacent variables',
    effect: 'ignored',
    kind: 'pathItem',
    applies: ({ name }) => name.includes('}{'),
  },
  ...fields('operation', 'ignored', 'servers', 'callbacks'),
  {
    name: 'a parameter in an unknown place, such as `querystring`,',
    effect: 'ignored',
    kind: 'parameter',
    applies: ({ value }) => !Object.hasOwn(styles, String(value.in)),
  },
  {
    name: 'a header parameter `Accept`, `Content-Type` or `Authorization`',
    effect: 'ignored',
    kind: 'parameter',
    applies: ({ value }) =>
      value.in === 'header' && /^(accept|content-type|authorization)$/i.test(String(value.name)),
  },
  {
    name: 'a `style` that a parameter in its place cannot have',
    effect: 'ignored',
    kind: 'parameter',
    key: 'style',
    applies: ({ value }) => stylesOf(value)?.includes(String(value.style)) === false,
  },
  {
    name: 'a `style` of a header other than `simple`',
    effect: 'ignored',
    kind: 'header',
    key: 'style',
    applies: ({ value }) => value.style !== 'simple',
  },
  ...(['parameter', 'header'] as const).map(
    (kind): Construct => ({
      name: `a ${kind} whose \`style\` cannot carry its value, or only in one of several ways`,
      effect: 'unvalidated',
      kind,
      key: 'schema',
      applies: (place) => !isCarried(place),
    }),
  ),
  ...fields('mediaType', 'ignored', 'itemSchema', 'prefixEncoding', 'itemEncoding'),
  {
    name: 'a body of another media type than JSON, text and forms, or a list or object in text,',
    effect: 'unvalidated',
    kind: 'mediaType',
    key: 'schema',
    applies(place) {
      const { essence = '' } = parseMediaType(place.name) ?? {};
      const { types } = schemaOf(place);
      const isComplex = types.has('object') || types.has('array');
      if (essence.includes('*')) return false;
      return isText(essence) ? isComplex : !isParsed(essence) && !isOnly(types, 'string');
    },
  },
  {
    name: 'a request body of `multipart/form-data`, or of a range of media types,',
    effect: 'untested',
    kind: 'mediaType',
    isOfRequest: true,
    applies: ({ name }) => name.includes('*') || isMultipart(parseMediaType(name)?.essence ?? ''),
  },
  ...fields('encoding', 'ignored', 'headers', 'encoding', 'prefixEncoding', 'itemEncoding'),
  {
    name: 'the `encoding` of a form’s field',
    effect: 'untested',
    kind: 'encoding',
    isOfRequest: true,
    applies: () => true,
  },
  ...fields('example', 'ignored', 'externalValue', 'serializedValue'),
  ...fields('link', 'ignored', 'server'),
  {
    name: 'a security scheme of an unknown type',
    effect: 'ignored',
    kind: 'securityScheme',
    applies: ({ value }) => !securityTypes.includes(String(value.type)),
  },
  {
    name: 'a security scheme `mutualTLS`, or `http` other than `basic` and `bearer`,',
    effect: 'untested',
    kind: 'securityScheme',
    applies: ({ value: { type, scheme } }) =>
      type === 'mutualTLS' || (type === 'http' && !/^(basic|bearer)$/i.test(String(scheme))),
  },
  {
    name: 'the scopes of a security requirement',
    effect: 'untested',
    kind: 'securityRequirement',
    applies: ({ value }) => Object.values(value).flat().length > 0,
  },
  {
    name: '`nullable` in OpenAPI 3.1 (add `null` to `type`), or without a `type` in 3.0,',
    effect: 'ignored',
    kind: 'schema',
    key: 'nullable',
    applies: ({ value, version }) => !version.startsWith('3.0.') || typeof value.type !== 'string',
  },
  {
    name: 'an `enum` without values',
    effect: 'ignored',
    kind: 'schema',
    key: 'enum',
    applies: ({ value }) => Array.isArray(value.enum) && value.enum.length === 0,
  },
  {
    name: 'the field `examples` of a schema, unless it is a list,',
    effect: 'ignored',
    kind: 'schema',
    key: 'examples',
    applies: ({ value }) => !Array.isArray(value.examples),
  },
  {
    name: 'a `pattern` that is no regular expression',
    effect: 'ignored',
    kind: 'schema',
    key: 'pattern',
    applies: ({ value }) =>
      typeof value.pattern === 'string' && !isRegularExpression(value.pattern),
  },
  {
    name: '`patternProperties` with a key that is no regular expression',
    effect: 'ignored',
    kind: 'schema',
    key: 'patternProperties',
    applies: ({ value: { patternProperties } }) =>
      isRecord(patternProperties) && !Object.keys(patternProperties).every(isRegularExpression),
  },
  {
    name: 'a `discriminator` whose property has no `const` or `enum` in each alternative',
    effect: 'ignored',
    kind: 'schema',
    key: 'discriminator',
    applies: (place) => !isDiscriminated(place),
  },
  {
    name: 'a `format` that is not one of OpenAPI or JSON Schema',
    effect: 'unvalidated',
    kind: 'schema',
    key: 'format',
    applies: ({ value }) => !isFormat(String(value.format)),
  },
  ...fields('schema', 'unvalidated', 'contentEncoding', 'contentMediaType', 'contentSchema'),
  ...fields('schema', 'unusable', '$dynamicRef', '$recursiveRef'),
  ...fields(
    'schema',
    'untested',
    'not',
    'then',
    'else',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
    'propertyNames',
    'patternProperties',
    'minProperties',
    'prefixItems',
    'unevaluatedItems',
    'contains',
  ).map((construct) => ({ ...construct, isOfRequest: true })),
  {
    name: '`maxProperties` without a schema of `additionalProperties`',
    effect: 'untested',
    kind: 'schema',
    key: 'maxProperties',
    isOfRequest: true,
    applies: ({ value }) => !isRecord(value.additionalProperties),
  },
];

/** Constructs that are the whole of a field. */
function fields(kind: ObjectKind, effect: Effect, ...keys: readonly string[]): Construct[] {
  return keys.map((key) => ({ name: `\`${key}\``, effect, kind, key }));
}

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

function isOnly<Type>(types: ReadonlySet<Type>, only: Type): boolean {
  return [...types].every((type) => type === only);
}
