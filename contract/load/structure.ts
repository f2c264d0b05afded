/** What the fields of an object of OpenAPI contain: `text`, `flag`, `any`, `format`, or objects, also as `[]` or `{}`. */
type Fields = Readonly<Record<string, string>>;

const texts = (...names: readonly string[]) => fieldsOf(names, 'text');
const flags = (...names: readonly string[]) => fieldsOf(names, 'flag');
const values = (...names: readonly string[]) => fieldsOf(names, 'any');

function fieldsOf(names: readonly string[], shape: string): Fields {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

/** The fields that the objects of OpenAPI may have in a contract, besides extensions. */
export const structure: Readonly<Record<string, Fields>> = {
  Document: {
    ...texts('openapi'),
    ...values('security', 'tags', 'externalDocs'),
    info: 'Info',
    servers: 'Server[]',
    paths: 'Path Item{}',
    components: 'Components',
  },
  Info: {
    ...texts('title', 'summary', 'description', 'version', 'termsOfService'),
    ...values('contact', 'license'),
  },
  Server: { ...texts('url', 'description'), ...values('variables') },
  Components: {
    ...values('securitySchemes'),
    schemas: 'Schema{}',
    responses: 'Response{}',
    parameters: 'Parameter{}',
    examples: 'Example{}',
    requestBodies: 'Request Body{}',
    headers: 'Header{}',
    links: 'Link{}',
    pathItems: 'Path Item{}',
  },
  'Path Item': {
    ...texts('summary', 'description'),
    parameters: 'Parameter[]',
    get: 'Operation',
    put: 'Operation',
    post: 'Operation',
    delete: 'Operation',
    options: 'Operation',
    head: 'Operation',
    patch: 'Operation',
    trace: 'Operation',
  },
  Operation: {
    ...texts('operationId', 'summary', 'description'),
    ...flags('deprecated'),
    ...values('security', 'tags', 'externalDocs'),
    parameters: 'Parameter[]',
    requestBody: 'Request Body',
    responses: 'Response{}',
  },
  Parameter: {
    ...texts('name', 'in', 'description'),
    ...flags('required', 'deprecated', 'explode'),
    ...values('example'),
    schema: 'Schema',
    examples: 'Example{}',
  },
  Header: {
    ...texts('description'),
    ...flags('required', 'deprecated'),
    ...values('example'),
    schema: 'Schema',
    examples: 'Example{}',
  },
  'Request Body': { ...texts('description'), ...flags('required'), content: 'Media Type{}' },
  'Media Type': { ...values('example'), schema: 'Schema', examples: 'Example{}' },
  Response: {
    ...texts('description'),
    headers: 'Header{}',
    content: 'Media Type{}',
    links: 'Link{}',
  },
  Example: { ...texts('summary', 'description'), ...values('value') },
  Link: { ...texts('operationId', 'description'), ...values('parameters') },
  Schema: {
    ...texts('$ref', '$comment', 'title', 'description', 'pattern'),
    ...flags('uniqueItems', 'readOnly', 'writeOnly', 'deprecated'),
    ...values('type', 'enum', 'const', 'default', 'example', 'examples', 'required'),
    ...values('minLength', 'maxLength', 'minItems', 'maxItems', 'multipleOf'),
    ...values('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
    ...values('discriminator', 'externalDocs', 'xml'),
    format: 'format',
    $defs: 'Schema{}',
    items: 'Schema',
    properties: 'Schema{}',
    additionalProperties: 'Schema',
    allOf: 'Schema[]',
    anyOf: 'Schema[]',
    oneOf: 'Schema[]',
  },
};
