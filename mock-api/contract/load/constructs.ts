import type { Limit } from '../contract.ts';
import { parseMediaType } from '../http/mediaType.ts';
import { isParsed, isText } from '../http/parseBody.ts';
import { isRecord, joinPointer, valueAt } from '../jsonPointer.ts';
import { isFormat, isRegularExpression } from '../schema/compileSchema.ts';
import { type ResolvedSchema, resolveSchema } from '../schema/resolveSchema.ts';
import type { ObjectKind } from './openApiObjects.ts';

/** What it means that a construct is not supported. */
export const effects: Readonly<Record<Limit['effect'], string>> = {
  ignored: 'is not supported, so it is ignored',
  /** Any value is accepted. */
  unvalidated: 'is not validated',
  /** It is validated, but values for it are neither generated nor varied, so a backend may do otherwise. */
  untested: 'is not tested by the verifier',
  /** The mock responds to the operations that use it with 501, and the verifier skips them. */
  unusable: 'is not supported',
  /** The mock keeps no state, except for operations that it has handlers for. */
  stateless: 'has no effect in the mock',
};

/** An object of OpenAPI in a document. */
interface Place {
  value: Readonly<Record<string, unknown>>;
  pointer: string;
  /** The key under which it is. */
  name: string;
  document: unknown;
  version: string;
}

/** A part of OpenAPI or JSON Schema that is not supported, or not in full. */
export interface Construct {
  effect: Limit['effect'];
  /** As documented. */
  name: string;
  /** The field that has it, unless it is the whole object. */
  key?: string | undefined;
  /** Any object that has the field by default. */
  applies?: ((place: Place) => boolean) | undefined;
}

const rowsOf =
  (effect: Limit['effect']) =>
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
const stateless = rowsOf('stateless');

/** Constructs that are the whole of a field. */
function fields(row: typeof ignored, ...keys: readonly string[]): Construct[] {
  return keys.map((key) => row(`\`${key}\``, key));
}

/** Those that no row of the table below can tell from the object alone. */
export const commonConstructs = {
  unknown: ignored(
    'every other field, such as `webhooks`, `callbacks`, `servers` of a path, `itemSchema`, `externalValue`, an undeclared security scheme or a typo',
  ),
  malformed: ignored('a value that is not the object or list that OpenAPI defines'),
  sibling: ignored('a field beside a `$ref` (except in schemas of OpenAPI 3.1)'),
  reference: ignored('a reference to another file, to nothing or to itself'),
  link: ignored('a link to no operation of the file'),
  secondType: untested('a second media type of a 2xx response'),
  schemaReference: unusable('such a reference in a schema'),
  schema: unusable('a schema that is not valid'),
  depth: unusable('a schema with several hundred levels, references included,'),
  deletion: stateless('a DELETE after which GET may be 404 or 410'),
  secondId: stateless('a second example of a path parameter of GET'),
  password: stateless('a password, where 401 is declared,'),
  failingLink: stateless('a link with `x-status`'),
};

const notCarried = unvalidated(
  'a parameter or header that is no scalar, list of scalars or JSON, or has another `style` than by default,',
  'schema',
  (place) => !isCarried(place),
);

/** By the object that has them. */
export const constructs: Readonly<Partial<Record<ObjectKind, readonly Construct[]>>> = {
  pathItem: [
    ignored('a path with adjacent variables', undefined, ({ name }) => name.includes('}{')),
  ],
  parameter: [
    ignored(
      'a parameter in an unknown place, such as `querystring`,',
      undefined,
      ({ value }) => !Object.hasOwn(defaultStyles, String(value.in)),
    ),
    ignored(
      'a header parameter `Accept`, `Content-Type` or `Authorization`',
      undefined,
      ({ value }) =>
        value.in === 'header' && /^(accept|content-type|authorization)$/i.test(String(value.name)),
    ),
    notCarried,
  ],
  header: [notCarried],
  mediaType: [
    unvalidated(
      'a body of another media type than JSON, text and URL-encoded forms, or a list or object in text,',
      'schema',
      (place) => {
        const { essence = '' } = parseMediaType(place.name) ?? {};
        const types = [...schemaOf(place).types];
        if (essence.includes('*')) return false;
        if (isText(essence)) return types.some((type) => type === 'object' || type === 'array');
        return !isParsed(essence) && types.some((type) => type !== 'string');
      },
    ),
    unvalidated('a body with `encoding`', 'encoding'),
  ],
  securityScheme: [
    ignored(
      'a security scheme of an unknown type, `mutualTLS`, or `http` other than `basic` and `bearer`,',
      undefined,
      ({ value: { type, scheme } }) =>
        type === 'http'
          ? !/^(basic|bearer)$/i.test(String(scheme))
          : !['apiKey', 'oauth2', 'openIdConnect'].includes(String(type)),
    ),
    stateless('a session cookie', undefined, ({ value }) => value.in === 'cookie'),
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
      'a `discriminator` whose property has no `const` or `enum` in each alternative',
      'discriminator',
      (place) => !isDiscriminated(place),
    ),
    ...fields(ignored, '$schema'),
    unvalidated(
      'a `format` that is not one of OpenAPI or JSON Schema',
      'format',
      ({ value }) => !isFormat(String(value.format)),
    ),
    ...fields(unvalidated, 'contentEncoding', 'contentMediaType', 'contentSchema'),
    ...fields(unusable, '$id', '$anchor', '$dynamicRef', '$recursiveRef'),
    ...fields(untested, 'not', 'then', 'else', 'contains', 'prefixItems', 'unevaluatedItems'),
    ...fields(untested, 'patternProperties', 'propertyNames', 'minProperties'),
    ...fields(untested, 'dependentRequired', 'dependentSchemas', 'dependencies'),
    untested(
      '`additionalProperties: false` beside properties of another part of `allOf`',
      'allOf',
      hasClosedPart,
    ),
    untested(
      '`uniqueItems` with `minItems` above 1',
      'uniqueItems',
      ({ value }) => value.uniqueItems === true && Number(value.minItems) > 1,
    ),
    untested('`unevaluatedProperties` with a schema', 'unevaluatedProperties', ({ value }) =>
      isRecord(value.unevaluatedProperties),
    ),
    untested(
      '`maxLength` above 60,000',
      'maxLength',
      ({ value }) => Number(value.maxLength) > 60_000,
    ),
    untested(
      '`maxProperties` without a schema of `additionalProperties`',
      'maxProperties',
      ({ value }) => !isRecord(value.additionalProperties),
    ),
  ],
};

const defaultStyles = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' };

function schemaOf({ document, pointer }: Place): ResolvedSchema {
  return resolveSchema(document, joinPointer(pointer, 'schema'));
}

/** Whether the text of a parameter or header can be read in one way only. A list in cookies cannot. */
function isCarried(place: Place): boolean {
  const { document, value } = place;
  const location = String(value.in ?? 'header') as keyof typeof defaultStyles;
  if ((value.style ?? defaultStyles[location]) !== defaultStyles[location]) return false;
  const schema = schemaOf(place);
  return [schema, ...schema.branches.map((branch) => resolveSchema(document, branch))].every(
    ({ types, keyword }) => {
      if (!types.has('array')) return !types.has('object');
      const items = resolveSchema(document, keyword('items')?.pointer ?? '').types;
      return location !== 'cookie' && !items.has('array') && !items.has('object');
    },
  );
}

/** Whether a part of a schema rejects the properties of another one. */
function hasClosedPart({ document, pointer }: Place): boolean {
  const { properties, keywords } = resolveSchema(document, pointer);
  return keywords('additionalProperties').some(({ value, pointer: closing }) => {
    const own = valueAt(document, closing.replace(/additionalProperties$/, 'properties'));
    return value === false && Object.keys(Object(own)).length < properties.size;
  });
}

/** Whether each alternative has other values of the discriminator's property, so that schemas tell them apart. */
function isDiscriminated({ value, document, pointer }: Place): boolean {
  const { discriminator } = value;
  const name = isRecord(discriminator) ? String(discriminator.propertyName) : '';
  const { branches } = resolveSchema(document, pointer);
  const hasValues = (branch: string) => {
    const property = resolveSchema(document, branch).properties.get(name);
    const { keyword } = resolveSchema(document, property ?? branch);
    return property !== undefined && (keyword('const') ?? keyword('enum')) !== undefined;
  };
  return branches.length > 0 && branches.every(hasValues);
}
