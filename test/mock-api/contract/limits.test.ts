import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/index.ts';
import { commonConstructs, constructs } from '../../../mock-api/contract/load/constructs.ts';

const done = { 200: { description: 'Done.' } };
const text = { type: 'string' };
const path = (item: object) => ({ paths: { '/x': item } });
const operation = (parts: object) => path({ post: { responses: done, ...parts } });
const content = (media: object, type = 'application/json') => ({ content: { [type]: media } });
const request = (schema: unknown, type?: string) =>
  operation({ requestBody: content({ schema }, type) });
const response = (parts: object) =>
  path({ get: { responses: { 200: { description: 'Some.', ...parts } } } });
const parameter = (parts: object) =>
  operation({ parameters: [{ name: 'q', in: 'query', schema: text, ...parts }] });
const schemes = (scheme: object, requirement: object = { key: [] }) => ({
  ...operation({ security: [requirement] }),
  components: { securitySchemes: { key: scheme } },
});
const object = (parts: object) => ({ type: 'object', ...parts });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ignored = 'is not supported, so it is ignored';
const untested = 'is not tested by the verifier';
const chain = Object.fromEntries(
  Array.from({ length: 800 }, (_, i) => [`S${i}`, object({ properties: { n: ref(`S${i + 1}`) } })]),
);
const cat = { properties: { kind: text } };

/** What a document has, the text of the line that its warning names, and the warning. */
type Row = readonly [document: object, line: string, warning: string];

const ignoredRows: readonly Row[] = [
  [{ webhooks: {} }, '"webhooks"', `"webhooks" ${ignored}.`],
  [{ $self: '/a' }, '"$self"', `"$self" ${ignored}: "/a".`],
  [
    { jsonSchemaDialect: 'http://json-schema.org/draft-07/schema#' },
    '"jsonSchemaDialect"',
    `A "jsonSchemaDialect" other than that of OpenAPI or JSON Schema 2020-12 ${ignored}: "http://json-schema.org/draft-07/schema#".`,
  ],
  [path({ servers: [] }), '"servers"', `"servers" ${ignored}.`],
  [path({ query: {} }), '"query"', `"query" ${ignored}.`],
  [path({ additionalOperations: {} }), '"addit', `"additionalOperations" ${ignored}.`],
  [
    { paths: { '/{a}{b}': {} } },
    '"/{a}{b}"',
    `A path with adjacent variables ${ignored}: "/{a}{b}".`,
  ],
  [operation({ servers: [] }), '"servers"', `"servers" ${ignored}.`],
  [operation({ callbacks: {} }), '"callbacks"', `"callbacks" ${ignored}.`],
  [
    parameter({ in: 'querystring' }),
    '{"name"',
    `A parameter in an unknown place, such as "querystring", ${ignored}: "q".`,
  ],
  [
    parameter({ in: 'header', name: 'Accept' }),
    '{"name"',
    `A header parameter "Accept", "Content-Type" or "Authorization" ${ignored}: "Accept".`,
  ],
  [
    parameter({ style: 'simple' }),
    '"style"',
    `A "style" that a parameter in its place cannot have ${ignored}: "simple".`,
  ],
  [
    response({ headers: { 'X-A': { style: 'form', schema: text } } }),
    '"style"',
    `A "style" of a header other than "simple" ${ignored}: "form".`,
  ],
  ...[
    { schema: { type: 'object' } },
    { schema: object({ properties: { a: text }, additionalProperties: text }) },
    { schema: object({ properties: { a: { type: 'object' } } }), style: 'deepObject' },
    { schema: object({ properties: { a: { type: 'array' } } }), explode: false },
    { schema: { anyOf: [text, { type: 'array', items: { type: 'object' } }] } },
    { schema: { type: 'array', items: text }, in: 'cookie' },
    { schema: object({ properties: { a: text } }), in: 'path', style: 'matrix', explode: true },
  ].map(
    (parts): Row => [
      parameter(parts),
      '"schema"',
      'A parameter whose "style" cannot carry its value, or only in one of several ways is not validated.',
    ],
  ),
  [
    response({ headers: { 'X-A': { schema: { type: 'array', items: { type: 'array' } } } } }),
    '"schema"',
    'A header that cannot carry its value is not validated.',
  ],
  [response(content({ itemSchema: {} })), '"itemSchema"', `"itemSchema" ${ignored}.`],
  [response(content({ prefixEncoding: [] })), '"prefix', `"prefixEncoding" ${ignored}.`],
  [response(content({ itemEncoding: {} })), '"itemEnc', `"itemEncoding" ${ignored}.`],
  ...['application/xml', 'application/x-ndjson', 'text/event-stream'].map(
    (type): Row => [
      response(content({ schema: { type: 'object' } }, type)),
      '"schema"',
      'A body of another media type than JSON, text and forms, or a list or object in text, is not validated.',
    ],
  ),
  ...['multipart/form-data', 'application/*'].map(
    (type): Row => [
      request({}, type),
      `"${type}"`,
      `A request body of "multipart/form-data", or of a range of media types, ${untested}: "${type}".`,
    ],
  ),
  ...['headers', 'encoding', 'prefixEncoding', 'itemEncoding'].map(
    (key): Row => [
      response(content({ encoding: { a: { [key]: {} } } })),
      `"${key}": {}`,
      `"${key}" ${ignored}.`,
    ],
  ),
  [
    operation({ requestBody: content({ encoding: { a: { style: 'form' } } }) }),
    '"a"',
    `The "encoding" of a form’s field ${untested}: "a".`,
  ],
  ...['externalValue', 'serializedValue'].map(
    (key): Row => [
      response(content({ examples: { a: { [key]: '1' } } })),
      `"${key}"`,
      `"${key}" ${ignored}: "1".`,
    ],
  ),
  [
    { components: { links: { a: { operationId: 'x', server: {} } } } },
    '"server"',
    `"server" ${ignored}.`,
  ],
  [
    response({ links: { a: { operationId: 'gone' } } }),
    '"a"',
    `A link to no operation of the file ${ignored}: "a".`,
  ],
  [
    schemes({ type: 'magic' }),
    '"key": {',
    `A security scheme of an unknown type ${ignored}: "key".`,
  ],
  ...[{ type: 'mutualTLS' }, { type: 'http', scheme: 'digest' }].map(
    (scheme): Row => [
      schemes(scheme),
      '"key": {',
      `A security scheme "mutualTLS", or "http" other than "basic" and "bearer", ${untested}: "key".`,
    ],
  ),
  [
    schemes({ type: 'http', scheme: 'bearer' }, { key: ['read'] }),
    '{"key": [',
    `A scope of a security requirement ${untested}.`,
  ],
  ...[{ other: [] }, { 'https://a.example/key': [] }].map(
    (requirement): Row => [
      operation({ security: [requirement] }),
      `"${Object.keys(requirement)}"`,
      `A security scheme that the file does not declare ${ignored}: "${Object.keys(requirement)}".`,
    ],
  ),
  ...[
    { openapi: '3.1.0', ...request({ type: 'string', nullable: true }) },
    { openapi: '3.0.3', ...request({ nullable: true }) },
  ].map(
    (document): Row => [
      document,
      '"nullable"',
      `"nullable" in OpenAPI 3.1 (add "null" to "type"), or without a "type" in 3.0, ${ignored}.`,
    ],
  ),
  [request({ enum: [] }), '"enum"', `An "enum" without values ${ignored}.`],
  [
    request({ examples: { a: 1 } }),
    '"examples"',
    `The field "examples" of a schema, unless it is a list, ${ignored}.`,
  ],
  [
    request({ pattern: '[' }),
    '"pattern"',
    `A "pattern" that is no regular expression ${ignored}: "[".`,
  ],
  [
    request({ patternProperties: { '[': {} } }),
    '"pattern',
    `"patternProperties" with a key that is no regular expression ${ignored}.`,
  ],
  ...[{ oneOf: [cat] }, {}].map(
    (parts): Row => [
      request({ discriminator: { propertyName: 'kind', mapping: {} }, ...parts }),
      '"discriminator"',
      `A "discriminator" whose property has no "const" or "enum" in each alternative ${ignored}.`,
    ],
  ),
  [
    request({ type: 'string', format: 'colour' }),
    '"format"',
    'A "format" that is not one of OpenAPI or JSON Schema is not validated: "colour".',
  ],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'].map(
    (key): Row => [
      request({ [key]: key === 'contentSchema' ? {} : 'a' }),
      `"${key}"`,
      `"${key}" is not validated${key === 'contentSchema' ? '' : ': "a"'}.`,
    ],
  ),
  ...[
    { not: {} },
    { minProperties: 1 },
    { prefixItems: [{}] },
    ...[
      'then',
      'else',
      'dependentRequired',
      'dependentSchemas',
      'dependencies',
      'propertyNames',
      'patternProperties',
      'unevaluatedItems',
      'contains',
    ].map((key) => ({ [key]: {} })),
  ].map((schema): Row => {
    const [key] = Object.keys(schema);
    return [request(schema), `"${key}"`, `"${key}" ${untested}.`];
  }),
  [
    request({ maxProperties: 1 }),
    '"maxProperties"',
    `"maxProperties" without a schema of "additionalProperties" ${untested}.`,
  ],
  [
    request({ maxLenght: 1 }),
    '"maxLenght"',
    `A field that neither OpenAPI nor JSON Schema defines ${ignored}: "maxLenght".`,
  ],
  [
    operation({ responses: { '20O': { description: 'Typo.' } } }),
    '"20O"',
    `A field that neither OpenAPI nor JSON Schema defines ${ignored}: "20O".`,
  ],
  [
    operation({ parameters: {} }),
    '"parameters"',
    `A value that is not the object or list that OpenAPI defines ${ignored}: "parameters".`,
  ],
  ...[
    {
      components: { pathItems: { a: {} } },
      ...path({ $ref: '#/components/pathItems/a', get: 1 }),
    },
    {
      ...response({ headers: { a: { $ref: '#/components/headers/a', get: 1 } } }),
      components: { headers: { a: {} } },
    },
    {
      openapi: '3.0.3',
      ...request({ ...ref('A'), get: 1 }),
      components: { schemas: { A: text } },
    },
  ].map(
    (document): Row => [
      document,
      '"get": 1',
      `A field beside a "$ref" (except in schemas of OpenAPI 3.1) ${ignored}: "get".`,
    ],
  ),
  [
    response({ headers: { a: { $ref: '#/%zz' } } }),
    '"$ref"',
    'The reference "#/%zz" does not resolve, so it is ignored.',
  ],
  [
    operation({ requestBody: { $ref: 'b.yaml#/c' } }),
    '"$ref"',
    'The reference "b.yaml#/c" points to another file, which is not read, so it is ignored.',
  ],
  [
    { components: { headers: { A: { $ref: '#/components/headers/A' } } } },
    '"$ref"',
    'The reference "#/components/headers/A" is circular, so it is ignored.',
  ],
  [
    response({ content: { 'application/json': {}, 'text/csv': {} } }),
    '"text/csv"',
    `A second media type of a 2xx response ${untested}: "text/csv".`,
  ],
];

/** Schemas for which the mock sends a 501. */
const unusableRows: readonly Row[] = [
  ...['$dynamicRef', '$recursiveRef'].map(
    (key): Row => [request({ [key]: '#a' }), `"${key}"`, `"${key}" is not supported: "#a".`],
  ),
  [
    { ...request(ref('S0')), components: { schemas: { ...chain, S800: text } } },
    '"S332"',
    'A schema with several hundred levels, references included, is not supported.',
  ],
  [
    request({ $ref: 'other.yaml#/A' }),
    '"$ref"',
    'The reference "other.yaml#/A" points to another file, which is not read.',
  ],
  [
    request({ $ref: '#/paths/~1x/post/requestBody/content/application~1json/schema' }),
    '"$ref"',
    'The reference "#/paths/~1x/post/requestBody/content/application~1json/schema" is circular.',
  ],
  [
    request({ $ref: '#/info/title' }),
    '"$ref"',
    'The reference "#/info/title" points to no schema.',
  ],
  [
    request({ type: 'strng' }),
    '"type"',
    'The schema\'s "type" must be one of "array", "boolean", "integer", "null", "number", "object", "string".',
  ],
  [request(7), '"schema"', 'The schema must be of type object or boolean.'],
  [
    request({ properties: { a: null } }),
    '"a"',
    'The schema\'s "properties.a" must be of type object or boolean.',
  ],
  [
    {
      ...request({ items: ref('A') }),
      components: { schemas: { A: { items: ref('B') }, B: { minLength: 'x' } } },
    },
    '"minLength"',
    'The schema\'s "minLength" must be of type integer.',
  ],
];

const suffix = ' The mock sends a 501 for the operations that use it.';
const rows: readonly Row[] = [
  ...ignoredRows,
  ...unusableRows.map(([document, line, warning]): Row => [document, line, warning + suffix]),
];

const sourceOf = (document: object) => {
  const minimal = { openapi: '3.2.0', info: { title: 'One', version: '1' }, paths: {} };
  // A brace is on the line of the first key.
  return JSON.stringify({ ...minimal, ...document }, null, 1).replace(/([{[])\n +/g, '$1');
};

test.each(rows.map(([document, text, warning]) => ({ document, text, warning })))(
  '$warning',
  ({ document, text, warning }) => {
    const source = sourceOf(document);
    const line = source.split('\n').findIndex((it) => it.includes(text)) + 1;
    const { limits, warnings } = parseContract(source, 'some.json');
    expect(warnings).toEqual([`some.json:${line} ${warning}`]);
    expect(limits).toHaveLength(1);
  },
);

test('each construct that is not supported has a row above', () => {
  const found = rows.map(([, , warning]) => warning.toLowerCase());
  const own = ['reference', 'schemaReference', 'schema'];
  const common = Object.entries(commonConstructs).filter(([key]) => !own.includes(key));
  const names = [
    ...Object.values(constructs).flat(),
    ...common.map(([, construct]) => construct),
  ].map(({ name }) => name);
  const tested = (name: string) =>
    found.some((warning) => warning.startsWith(name.replaceAll('`', '"').toLowerCase()));
  expect(names.filter((name) => !tested(name))).toEqual([]);
});

test.each(unusableRows.map(([document, , reason]) => ({ document, reason })))(
  '$reason The operation has a problem',
  ({ document }) => {
    const [operation] = parseContract(sourceOf(document), 'some.json').operations;
    expect(operation?.problem).toMatch(/^some\.json:\d+ /);
  },
);

test('a keyword that the verifier does not violate is a limit of requests only', () => {
  const schema = { not: {} };
  const { operations, limitsOf, warnings } = parseContract(
    sourceOf({
      paths: {
        '/a': { get: { responses: { 200: { description: 'A.', ...content({ schema }) } } } },
        '/b': { post: { responses: done, requestBody: content({ schema: ref('B') }) } },
      },
      components: { schemas: { B: schema } },
    }),
    'some.json',
  );
  expect(warnings).toHaveLength(1);
  expect(
    operations.map((it) => limitsOf(it).map(({ effect, pointer }) => [effect, pointer])),
  ).toEqual([[], [['untested', '/components/schemas/B/not']]]);
});

test('the limits of an operation include those of its path and of its credentials', () => {
  const { operations, limitsOf } = parseContract(
    sourceOf({
      security: [{ gone: [] }],
      paths: {
        '/a': { servers: [], parameters: [{ name: 'q', in: 'x' }], get: { responses: done } },
      },
    }),
    'some.json',
  );
  const pointers = operations.flatMap(limitsOf).map(({ pointer }) => pointer);
  expect(pointers.sort()).toEqual([
    '/paths/~1a/parameters/0',
    '/paths/~1a/servers',
    '/security/0/gone',
  ]);
});

const groups = {
  ignored: 'Ignored',
  unvalidated: 'Accepted with any value',
  untested: 'Validated, but with no test cases of the verifier (keywords of schemas: in requests)',
  unusable: 'Answered by the mock with 501, and skipped by the verifier',
};

test('docs/contract.md lists what is not supported; "npx vitest -u" updates it', async () => {
  const file = 'docs/contract.md';
  const list = Object.entries(groups).map(([effect, title]) => {
    const described = Object.entries({
      ...constructs,
      any: Object.values(commonConstructs),
    }).flatMap(([kind, rows]) =>
      rows
        .filter((row) => row.effect === effect)
        .map(({ name, key }) =>
          name === `\`${key}\`` && kind !== 'schema' ? `${name} (${kind})` : name.replace(/,$/, ''),
        ),
    );
    return `- ${title}: ${described.join('; ')}.`;
  });
  const docs = await readFile(file, 'utf8');
  const updated = docs.replace(
    /(<!-- limits -->\n).*?(<!-- end -->)/s,
    (_, start, end) => `${start}\n${list.join('\n')}\n\n${end}`,
  );
  await expect(updated).toMatchFileSnapshot(`../../../${file}`);
});

const mediaOf = (schema: object, more: object = {}) => {
  const document = response(content({ schema, ...more }));
  const { operations, warnings } = parseContract(sourceOf(document), 'some.json');
  expect(warnings).toEqual([]);
  const [media] = operations[0]?.responses[0]?.content ?? [];
  if (!media) throw new Error('The contract has no response.');
  return media;
};

test.each<object>([
  { example: { $id: 'x y', $anchor: '!', $ref: '#/gone' } },
  { default: { $ref: 'gone.yaml', properties: 3 } },
  { enum: [{ $id: 'x y', $anchor: '!', $ref: '#/gone' }] },
  { const: { $id: 'a b', $ref: '#/gone' } },
  { 'x-form': { $id: 'urn:%', $ref: '#/gone', items: { $anchor: '?' }, properties: null } },
  { properties: { 'x-a': text, not: text, $ref: text } },
  { id: 7 },
])('data and names that look like keywords are none: %j', (schema) => {
  expect(mediaOf({ type: 'object', ...schema }).validate(7)).not.toEqual([]);
});

test('an identifier in a constant is compared', () => {
  const { validate } = mediaOf({ const: { $id: 'a b' } });
  expect(validate({ $id: 'a b' })).toEqual([]);
  expect(validate({})).toHaveLength(1);
});

test('an example of OpenAPI 3.2 may have a dataValue', () => {
  const { examples } = mediaOf({}, { examples: { one: { dataValue: { a: 7 } } } });
  expect(examples).toMatchObject([{ name: 'one', value: { a: 7 } }]);
});

test('a schema under any name of a response, a header or a component is found', () => {
  const named = { type: 'string', nullable: true };
  const { warnings } = parseContract(
    sourceOf({
      ...operation({
        responses: { default: { description: 'D.', headers: { value: { schema: named } } } },
      }),
      components: {
        schemas: { example: { properties: { mapping: named, enum: named } } },
        responses: { 'x-a': { description: 'X.', ...content({ schema: named }) } },
      },
    }),
    'some.json',
  );
  expect(warnings).toHaveLength(4);
});

test('references to an $id and an $anchor, and those within a schema with an $id, are resolved', () => {
  const { compileRequest, warnings } = parseContract(
    sourceOf({
      components: {
        schemas: {
          Pet: {
            properties: {
              tag: { $ref: 'https://pets.example/v1/tag' },
              id: { $ref: 'https://pets.example/v1/tag#id' },
              colour: { $ref: 'https://pets.example/v1/colour' },
            },
          },
          Tag: {
            $id: 'https://pets.example/v1/tag',
            $anchor: 'tag',
            properties: {
              id: { $anchor: 'id', type: 'integer' },
              own: { $ref: '#/properties/id' },
              inner: { $ref: '#tag' },
              colour: { $ref: 'colour' },
            },
          },
          Colour: { $id: 'https://pets.example/v1/colour', enum: ['red'] },
        },
      },
    }),
    'some.json',
  );
  expect(warnings).toEqual([]);
  const pet = { tag: { id: 'x', own: 'x', inner: { id: 'x' }, colour: 1 }, id: 'x', colour: 1 };
  const violations = compileRequest('/components/schemas/Pet')(pet);
  expect(violations.map(({ instancePath }) => instancePath).sort()).toEqual([
    '/colour',
    '/id',
    '/tag/colour',
    '/tag/id',
    '/tag/inner/id',
    '/tag/own',
  ]);
});

test('a second operation with the same operationId gets a warning', () => {
  const same = { operationId: 'same', responses: done };
  const source = sourceOf({ paths: { '/x': { get: same, put: same } } });
  const { operations, warnings } = parseContract(source, 'some.json');
  expect(operations.map(({ id }) => id)).toEqual(['same', 'PUT /x']);
  expect(warnings).toEqual([
    expect.stringMatching(/:\d+ Another operation is "same" as well, so this one is "PUT \/x"\.$/),
  ]);
});
