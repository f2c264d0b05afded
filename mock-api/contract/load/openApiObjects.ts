/** The objects of OpenAPI that are read. */
export type ObjectKind =
  | 'document'
  | 'components'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'example'
  | 'link'
  | 'securityRequirement'
  | 'securityScheme'
  | 'schema';

/** One object, a list of them, or a map of them by any names. */
export type Content = ObjectKind | `${ObjectKind}[]` | `${ObjectKind}{}`;

interface ObjectType {
  /** The fields whose values contain no object of OpenAPI. */
  data: readonly string[];
  fields?: Readonly<Record<string, Content>>;
  /** Further fields, by the form of their names. */
  others?: { names: RegExp; content: ObjectKind };
}

const typed: Record<string, Content> = { schema: 'schema', examples: 'example{}' };
const content: Record<string, Content> = { content: 'mediaType{}' };
const value = { ...typed, ...content };
const serialized = ['description', 'required', 'deprecated', 'example', 'style', 'explode'];

/** The fields of each object in OpenAPI 3.0 to 3.2. A field that is not listed has a warning. */
export const objectTypes: Readonly<Record<ObjectKind, ObjectType>> = {
  document: {
    data: ['openapi', 'info', 'servers', 'tags', 'externalDocs'],
    fields: {
      paths: 'paths',
      components: 'components',
      security: 'securityRequirement[]',
    },
  },
  components: {
    // The objects of the last two depend on the name of what refers to them.
    data: ['callbacks', 'pathItems', 'mediaTypes'],
    fields: {
      schemas: 'schema{}',
      responses: 'response{}',
      parameters: 'parameter{}',
      examples: 'example{}',
      requestBodies: 'requestBody{}',
      headers: 'header{}',
      securitySchemes: 'securityScheme{}',
      links: 'link{}',
    },
  },
  paths: { data: [], others: { names: /^\//, content: 'pathItem' } },
  pathItem: {
    data: ['summary', 'description'],
    fields: { parameters: 'parameter[]' },
    others: { names: /^(get|put|post|delete|options|head|patch|trace)$/, content: 'operation' },
  },
  operation: {
    data: ['operationId', 'summary', 'description', 'tags', 'externalDocs', 'deprecated'],
    fields: {
      parameters: 'parameter[]',
      requestBody: 'requestBody',
      responses: 'responses',
      security: 'securityRequirement[]',
    },
  },
  parameter: { data: ['name', 'in', 'allowReserved', ...serialized], fields: value },
  requestBody: { data: ['description', 'required'], fields: content },
  responses: {
    data: [],
    others: { names: /^([1-5](\d\d|XX)|default)$/i, content: 'response' },
  },
  response: {
    data: ['summary', 'description'],
    fields: { headers: 'header{}', links: 'link{}', ...content },
  },
  header: { data: serialized, fields: value },
  mediaType: { data: ['example'], fields: typed },
  example: { data: ['summary', 'description', 'value'] },
  link: {
    data: ['operationId', 'parameters', 'requestBody', 'description'],
  },
  securityRequirement: { data: [] },
  securityScheme: {
    data: [
      'type',
      'description',
      'name',
      'in',
      'scheme',
      'bearerFormat',
      'deprecated',
      'flows',
      'openIdConnectUrl',
      'oauth2MetadataUrl',
    ],
  },
  // The keywords of JSON Schema are known to the validator.
  schema: {
    data: ['example', 'discriminator', 'xml', 'externalDocs'],
    fields: {
      ...each('schema{}', 'properties', 'patternProperties', 'dependentSchemas', '$defs'),
      ...each('schema{}', 'definitions'),
      ...each('schema[]', 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
      ...each('schema', 'items', 'additionalProperties', 'propertyNames', 'contains'),
      ...each('schema', 'unevaluatedItems', 'unevaluatedProperties'),
      ...each('schema', 'not', 'if', 'then', 'else'),
    },
  },
};

function each(content: Content, ...fields: readonly string[]): Record<string, Content> {
  return Object.fromEntries(fields.map((field) => [field, content]));
}
