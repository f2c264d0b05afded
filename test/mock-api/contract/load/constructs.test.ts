import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseContract } from '../../../../mock-api/contract/index.ts';
import { commonConstructs, constructs } from '../../../../mock-api/contract/load/constructs.ts';
import { bodyOf, contractOf } from '../../../support/oneOperation.ts';

/** The documents around a snippet, without their version. */
const places = {
  document: '…',
  path: 'paths: { /x: { … } }',
  operation: 'paths: { /x: { post: { … } } }',
  parameter: 'paths: { /x: { post: { parameters: [{ name: q, … }] } } }',
  requestBody: 'paths: { /x: { post: { requestBody: { … } } } }',
  response: 'paths: { /x: { post: { responses: { 200: { … } } } } }',
  header: 'paths: { /x: { post: { responses: { 200: { headers: { A: { … } } } } } } }',
  content: 'paths: { /x: { post: { requestBody: { content: { … } } } } }',
  media: 'paths: { /x: { post: { requestBody: { content: { application/json: { … } } } } } }',
  schema:
    'paths: { /x: { post: { requestBody: { content: { application/json: { schema: { … } } } } } } }',
  component: 'components: { … }',
  scheme:
    'paths: { /x: { get: { security: [{ key: [] }] } } }, components: { securitySchemes: { … } }',
};

/** Parses a document whose third line is the snippet. */
function parseSnippet(place: keyof typeof places, snippet: string, version = '3.1.0') {
  const document = places[place].replace('…', () => `\n${snippet}\n`);
  return parseContract(`{ openapi: ${version}, # The version.\n${document} }`, 'some.yaml');
}

const ignored = 'is not supported, so it is ignored';
const stateless = 'has no effect in the mock';
const untested = 'is not tested by the verifier';
const unusable = 'The mock sends a 501 for the operations that use it.';
const notCarried =
  'A parameter or header that is no scalar, list of scalars or JSON, or has another "style" than by default, is not validated.';
const notParsed =
  'A body of another media type than JSON, text and URL-encoded forms, or a list or object in text, is not validated.';

type Row = [place: keyof typeof places, snippet: string, warning: string];

/** Fields that have a warning of their own name. */
const namedFields: readonly [Row[0], ending: string, ...snippets: string[]][] = [
  ['document', ignored, 'webhooks: {}', '$self: /a', 'jsonSchemaDialect: urn:a'],
  ['path', ignored, 'servers: []', 'query: {}', 'additionalOperations: {}'],
  ['operation', ignored, 'servers: []', 'callbacks: {}', 'maxLenght: 1'],
  ['parameter', ignored, 'allowEmptyValue: true, in: query'],
  ['requestBody', ignored, 'schema: {}', 'examples: {}'],
  ['response', ignored, 'schema: {}', 'required: true', 'deprecated: true'],
  ['header', ignored, 'allowReserved: true'],
  ['media', ignored, 'content: {}', 'itemSchema: {}', 'itemEncoding: {}', 'prefixEncoding: []'],
  ['schema', ignored, 'maxLenght: 1'],
  [
    'schema',
    untested,
    ...['not: {}', 'then: {}', 'else: {}', 'contains: {}', 'prefixItems: [{}]', 'minProperties: 1'],
    ...['unevaluatedItems: {}', 'patternProperties: {}', 'propertyNames: {}', 'dependencies: {}'],
    ...['dependentRequired: {}', 'dependentSchemas: {}'],
  ],
  ['schema', 'is not validated', 'contentSchema: {}'],
];
const fieldRows = namedFields.flatMap(([place, ending, ...snippets]) =>
  snippets.map((it): Row => [place, it, `"${it.split(':', 1)}" ${ending}.`]),
);

const rows: readonly Row[] = [
  ...fieldRows,
  ['component', 'examples: { a: { externalValue: b } }', `"externalValue" ${ignored}.`],
  ['component', 'examples: { a: { serializedValue: b } }', `"serializedValue" ${ignored}.`],
  ['operation', 'responses: { 20O: {} }', `"20O" ${ignored}.`],
  ['operation', 'security: [{ urn:key: [] }]', `"urn:key" ${ignored}.`],
  ['document', 'paths: { "/{a}{b}": {} }', `A path with adjacent variables ${ignored}: "/{a}{b}".`],
  [
    'operation',
    'parameters: [{ name: q, in: querystring }]',
    `A parameter in an unknown place, such as "querystring", ${ignored}: "q".`,
  ],
  [
    'operation',
    'parameters: [{ name: Accept, in: header }]',
    `A header parameter "Accept", "Content-Type" or "Authorization" ${ignored}: "Accept".`,
  ],
  ...[
    'in: query, style: deepObject, schema: { additionalProperties: {} }',
    'in: query, style: pipeDelimited, schema: { type: array }',
    'in: query, schema: { type: object }',
    'in: query, schema: { anyOf: [{}, { type: array, items: { type: object } }] }',
    'in: path, style: matrix, explode: true, schema: { type: string }',
    'in: cookie, schema: { type: array }',
  ].map((snippet): Row => ['parameter', snippet, notCarried]),
  ['header', 'schema: { type: object }', notCarried],
  ...['multipart/form-data', 'application/xml', 'text/event-stream'].map(
    (type): Row => ['content', `${type}: { schema: { type: object } }`, notParsed],
  ),
  ['media', 'encoding: { a: { explode: true } }', 'A body with "encoding" is not validated.'],
  [
    'document',
    'components: { responses: { R: { content: { a/json: {}, text/csv: {} } } } }, paths: { /a: { get: { responses: { 200: &r { $ref: "#/components/responses/R" } } } }, /b: { get: { responses: { 200: *r } } } }',
    `A second media type of a 2xx response ${untested}: "text/csv".`,
  ],
  [
    'response',
    'links: { a: { operationId: gone } }',
    `A link to no operation of the file ${ignored}: "a".`,
  ],
  ...['magic', 'mutualTLS', 'http, scheme: digest'].map(
    (type): Row => [
      'scheme',
      `key: { type: ${type} }`,
      `A security scheme of an unknown type, "mutualTLS", or "http" other than "basic" and "bearer", ${ignored}: "key".`,
    ],
  ),
  [
    'document',
    'security: [{ key: [read] }, { key: [write] }], components: { securitySchemes: { key: { type: oauth2 } } }',
    `A scope of a security requirement ${untested}.`,
  ],
  [
    'schema',
    'nullable: true',
    `"nullable" in OpenAPI 3.1 (add "null" to "type"), or without a "type" in 3.0, ${ignored}.`,
  ],
  ['schema', 'enum: []', `An "enum" without values ${ignored}.`],
  [
    'schema',
    'examples: { a: 1 }',
    `The field "examples" of a schema, unless it is a list, ${ignored}.`,
  ],
  ['schema', 'pattern: "["', `A "pattern" that is no regular expression ${ignored}: "[".`],
  [
    'schema',
    'discriminator: { propertyName: a, mapping: {} }, oneOf: [{ properties: { a: {} } }]',
    `A "discriminator" whose property has no "const" or "enum" in each alternative ${ignored}.`,
  ],
  ['schema', '$schema: urn:a', `"$schema" ${ignored}: "urn:a".`],
  [
    'schema',
    'format: colour',
    'A "format" that is not one of OpenAPI or JSON Schema is not validated: "colour".',
  ],
  ['schema', 'contentEncoding: base64', '"contentEncoding" is not validated: "base64".'],
  ['schema', 'contentMediaType: a/b', '"contentMediaType" is not validated: "a/b".'],
  [
    'schema',
    'allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { a: {}, b: {} } }]',
    `"additionalProperties: false" beside properties of another part of "allOf" ${untested}.`,
  ],
  [
    'schema',
    'uniqueItems: true, minItems: 2',
    `"uniqueItems" with "minItems" above 1 ${untested}.`,
  ],
  [
    'schema',
    'maxProperties: 1',
    `"maxProperties" without a schema of "additionalProperties" ${untested}.`,
  ],
  ['schema', 'unevaluatedProperties: {}', `"unevaluatedProperties" with a schema ${untested}.`],
  ['schema', 'maxLength: 60001', `"maxLength" above 60,000 ${untested}.`],
  [
    'path',
    'get: { responses: { 4XX: {} } }, delete: {}',
    `A DELETE after which GET may be 404 or 410 ${stateless}.`,
  ],
  [
    'document',
    'paths: { "/{x}": { get: { parameters: [{ name: x, in: path, examples: { a: { value: 1 }, b: { value: 2 } } }] } } }',
    `A second example of a path parameter of GET ${stateless}.`,
  ],
  [
    'path',
    'post: { responses: { 401: {} }, requestBody: { content: { application/json: { schema: { properties: { a: { format: password } } } } } } }',
    `A password, where 401 is declared, ${stateless}.`,
  ],
  [
    'operation',
    'operationId: a, responses: { 200: { links: { b: { operationId: a, x-status: "404" } } } }',
    `A link with "x-status" ${stateless}: "b".`,
  ],
  ['scheme', 'key: { type: apiKey, in: cookie, name: S }', `A session cookie ${stateless}: "S".`],
  [
    'operation',
    'parameters: {}',
    `A value that is not the object or list that OpenAPI defines ${ignored}: "parameters".`,
  ],
  [
    'document',
    'paths: { /x: { $ref: "#/components/pathItems/A", get: 1 } }, components: { pathItems: { A: {} } }',
    `A field beside a "$ref" (except in schemas of OpenAPI 3.1) ${ignored}: "get".`,
  ],
  [
    'component',
    'headers: { A: { $ref: "#/components/headers/A" } }',
    'The reference "#/components/headers/A" is circular, so it is ignored.',
  ],
  [
    'operation',
    'requestBody: { $ref: b.yaml#/c }',
    'The reference "b.yaml#/c" points to another file, which is not read, so it is ignored.',
  ],
  ...['$id', '$anchor', '$dynamicRef', '$recursiveRef'].map(
    (key): Row => ['schema', `${key}: a`, `"${key}" is not supported: "a". ${unusable}`],
  ),
  ['schema', '$ref: "#/%zz"', `The reference "#/%zz" does not resolve. ${unusable}`],
  ['schema', '$ref: "#/openapi"', `The reference "#/openapi" points to no schema. ${unusable}`],
  [
    'schema',
    'properties: { a: null }',
    `The schema's "properties.a" must be of type object or boolean. ${unusable}`,
  ],
  ['media', 'schema: 7', `The schema must be of type object or boolean. ${unusable}`],
];

test.each(rows)('%s: %s', (place, snippet, warning) => {
  const { warnings, stateWarnings, operations } = parseSnippet(place, snippet);
  expect([...warnings, ...stateWarnings]).toEqual([`some.yaml:3 ${warning}`]);
  expect(operations.some(({ problem }) => problem)).toBe(warning.endsWith(unusable));
});

test('a schema with several hundred levels of references cannot be used', () => {
  const levels = Array.from({ length: 800 }, (_, i) => [
    `S${i}`,
    { properties: { n: { $ref: `#/components/schemas/S${i + 1}` } } },
  ]);
  const { operations, warnings } = contractOf(bodyOf({ $ref: '#/components/schemas/S0' }), {
    components: { schemas: { ...Object.fromEntries(levels), S800: {} } },
  });
  const reason = 'A schema with several hundred levels, references included, is not supported.';
  expect(warnings).toEqual([expect.stringContaining(reason)]);
  expect(operations[0]?.problem).toContain(reason);
});

test('each construct that is not supported has a row above', () => {
  const { unknown: _, reference, schemaReference, schema, depth, ...common } = commonConstructs;
  const names = [...Object.values(common), ...Object.values(constructs).flat()];
  const missing = names.filter(({ name }) => {
    const start = name.replaceAll('`', '"').toLowerCase();
    return !rows.some(([, , warning]) => warning.toLowerCase().startsWith(start));
  });
  expect(missing).toEqual([]);
});

test('in OpenAPI 3.0, fields beside the reference of a schema are ignored', () => {
  const snippet = 'items: { $ref: "#/components/schemas/A", minLength: 1 }';
  const { warnings } = parseSnippet('schema', snippet, '3.0.3');
  expect(warnings).toContainEqual(expect.stringMatching(/beside a "\$ref".*"minLength"\.$/));
});

test('the limits of an operation include those of its path, its references and its credentials', () => {
  const { operations, limitsOf } = parseSnippet(
    'document',
    `security: [{ gone: [] }], components: { schemas: { A: { not: {} } } }, paths: {
      /a: { servers: [], parameters: [{ name: q, in: x }], get: {} },
      /b: { get: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } }`,
  );
  expect(operations.map((it) => limitsOf(it).map(({ pointer }) => pointer))).toEqual([
    ['/paths/~1a/servers', '/paths/~1a/parameters/0', '/security/0/gone'],
    ['/components/schemas/A/not', '/security/0/gone'],
  ]);
});

const groups = {
  ignored: 'Ignored',
  unvalidated: 'Accepted with any value',
  untested: 'Not tested by the verifier and, if keywords of a schema, not generated by the mock',
  unusable: 'Answered by the mock with 501, and skipped by the verifier',
  stateless: 'Without effect in the mock of another contract',
};

test('docs/contract.md lists what is not supported; "npx vitest -u" updates it', async () => {
  const file = 'docs/contract.md';
  const all = [...Object.values(constructs).flat(), ...Object.values(commonConstructs)];
  const list = Object.entries(groups).map(([effect, title]) => {
    const names = all.filter((row) => row.effect === effect).map(({ name }) => name);
    return `- ${title}: ${[...new Set(names)].map((name) => name.replace(/,$/, '')).join('; ')}.`;
  });
  const docs = await readFile(file, 'utf8');
  const updated = docs.replace(
    /(<!-- limits -->\n).*?(<!-- end -->)/s,
    (_, start, end) => `${start}\n${list.join('\n')}\n\n${end}`,
  );
  await expect(updated).toMatchFileSnapshot(`../../../../${file}`);
});

test.each([
  'example: { $id: x y, $anchor: "!", $ref: "#/gone" }',
  'default: { $ref: gone.yaml, properties: 3 }',
  'enum: [{ $id: x y, $anchor: "!", $ref: "#/gone" }]',
  'x-form: { $id: urn:%, items: { $anchor: "?" }, properties: null }',
  'externalDocs: {}, xml: {}, properties: { x-a: {}, not: {}, $ref: {} }',
  'allOf: [{ properties: { a: {} }, additionalProperties: false }, { additionalProperties: true }]',
])('data and names that look like keywords are none: %s', (snippet) => {
  const { warnings, compileRequest } = parseSnippet('schema', `type: object, ${snippet}`);
  expect(warnings).toEqual([]);
  const pointer = '/paths/~1x/post/requestBody/content/application~1json/schema';
  expect(compileRequest(pointer)(7)).not.toEqual([]);
});

test.each([
  'responses: { x-a: { content: { "*/*": { schema: { type: object, x: 1 } } } } }',
  'schemas: { example: { properties: { mapping: { x: 1 }, enum: {} } } }',
  'responses: { default: { headers: { value: { schema: { x: 1 } } } } }',
])('a schema under any name of a response, a header or a component is found: %s', (snippet) => {
  expect(parseSnippet('component', snippet).warnings).toEqual([`some.yaml:3 "x" ${ignored}.`]);
});

test('a second operation with the same operationId gets a warning', () => {
  const { operations, warnings } = parseSnippet(
    'document',
    'paths: { /x: { get: { operationId: a }, put: { operationId: a } } }',
  );
  expect(operations.map(({ id }) => id)).toEqual(['a', 'PUT /x']);
  expect(warnings).toEqual([
    'some.yaml:3 Another operation is "a" as well, so this one is "PUT /x".',
  ]);
});
