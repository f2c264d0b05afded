import { expect, test } from 'vitest';
import { ContractError } from '../../contract/ContractError.ts';
import { loadContract, parseContract } from '../../contract/load/loadContract.ts';

/** A contract with one operation, whose YAML begins in line 6. */
function contractWith(operation: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x:\n    get:\n${operation.replace(/^/gm, '      ')}`;
}

function queryWith(schema: string): string {
  return contractWith(`parameters: [{ name: q, in: query, schema: ${schema} }]`);
}

function bodyWith(mediaType: string, schema: string): string {
  return contractWith(`requestBody: { content: { ${mediaType}: { schema: ${schema} } } }`);
}

/** A body with a property `a`. */
function propertyWith(schema: string): string {
  return bodyWith('application/json', `{ properties: { a: ${schema} } }`);
}

function linkWith(link: string): string {
  return contractWith(
    `parameters: [{ name: q, in: query }]\nresponses: { 200: { links: { l: ${link} } } }`,
  );
}

/** A schema that refers to itself and to another one, which has a property in line 13. */
function nestedWith(schema: string): string {
  return `${queryWith("{ $ref: '#/components/schemas/A' }")}
components:
  schemas:
    A:
      properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } }
    B:
      properties:
        c: ${schema}`;
}

/** The first problem of a contract in the file `a.yaml`. */
function problemOf(source: string): string | undefined {
  try {
    parseContract(source, 'a.yaml');
    return undefined;
  } catch (error) {
    if (error instanceof ContractError) return error.problems[0];
    throw error;
  }
}

const loop = "{ $ref: '#/components/responses/A' }";
const digest = '{ type: http, scheme: digest }';

test.each(
  Object.entries({
    'a.yaml:2 Flow sequence in block collection': 'openapi: 3.1.0\npaths: [',
    'a.yaml:3 Map keys must be unique': 'openapi: 3.1.0\ninfo: {}\ninfo: {}',
    'a.yaml:1 The file must contain a mapping at its top level.': '',
    'a.yaml:2 The alias *x is not supported; repeat the value.':
      'openapi: 3.1.0\nx-b: { <<: *x }\nx-a: &x {}',
    'a.yaml:2 openapi: expected OpenAPI 3.1, got "4.0.0"; convert the file, for example with':
      'info: {}\nopenapi: 4.0.0',
    'a.yaml:1 openapi: expected OpenAPI 3.1, got 3.1; put it in quotes.': 'openapi: 3.1',
    'a.yaml:2 swagger: expected OpenAPI 3.1, got "2.0"; convert the file, for example with':
      "info: {}\nswagger: '2.0'",
    'a.yaml:7 "url" must be a URL without variables in its path, got "/{version}".': `${contractWith('responses: {}')}\nservers: [{ url: '/{version}' }]`,
    'a.yaml:13 "maxLenght" is not supported here; expected $ref, $comment, title,': nestedWith(
      '{ items: { maxLenght: 1 } }',
    ),
    'a.yaml:13 "pattern" must be a regular expression, got "[".': nestedWith("{ pattern: '[' }"),
    'a.yaml:13 The reference "b.yaml" leads to no part of "components".':
      nestedWith('{ $ref: b.yaml }'),
    'a.yaml:13 "type" must be a type of JSON Schema or a list of them, got "text".':
      nestedWith('{ type: text }'),
    'a.yaml:13 "minLength" must be a whole number, got "1".': nestedWith("{ minLength: '1' }"),
    'a.yaml:6 The reference "#/components/responses/B" leads to no part of "components".':
      contractWith("responses: { 200: { $ref: '#/components/responses/B' } }"),
    'a.yaml:6 The reference "#/components/responses/A" leads to no part of "components".': `${contractWith(`responses: { 200: ${loop} }`)}\ncomponents: { responses: { A: ${loop} } }`,
    'a.yaml:6 "application/xml" is not supported here; expected JSON, a URL-encoded form or text.':
      contractWith('responses: { 200: { content: { application/xml: {} } } }'),
    'a.yaml:6 "content" must be one media type, got {"text/plain":{},"application/json":{}}.':
      contractWith('requestBody: { content: { text/plain: {}, application/json: {} } }'),
    'a.yaml:6 The security scheme "key" is not declared.': contractWith('security: [{ key: [] }]'),
    'a.yaml:7 "scheme" must be basic or bearer, got "digest".': `${contractWith('responses: {}')}\ncomponents: { securitySchemes: { a: ${digest} } }`,
    'a.yaml:7 The link "l" names no operation of this file.': linkWith('{ operationId: gone }'),
    'a.yaml:7 GET /x has no parameter "page".': linkWith(
      '{ operationId: GET /x, parameters: { page: 1 } }',
    ),
    'a.yaml:7 The expression "$url" is not supported; expected $request or $response with ':
      linkWith('{ operationId: GET /x, parameters: { q: $url } }'),
    'a.yaml:7 "x-status" must be a status, such as "401", got "gone".':
      linkWith('{ x-status: gone }'),
    'a.yaml:6 The example must be of type string.': contractWith(
      'parameters: [{ name: q, in: query, example: 1, schema: { type: string } }]',
    ),
    'a.yaml:6 "x-single-use" must be in the schema, got true.': contractWith(
      'parameters: [{ name: q, in: query, x-single-use: true }]',
    ),
    'a.yaml:6 "x-safe" must be of type boolean, got "no way".': contractWith('x-safe: no way'),
    'a.yaml:6 "x-single-use" must be of type boolean, got "once".':
      propertyWith('{ x-single-use: once }'),
    'a.yaml:6 "x-single-use" is for a property of the body itself.': propertyWith(
      '{ items: { x-single-use: true } }',
    ),
  }),
)('a contract is rejected: %s', (problem, source) => {
  expect(problemOf(source)).toContain(problem);
});

const form = 'application/x-www-form-urlencoded';

test.each(
  Object.entries({
    'an object in a query': queryWith('{ type: object }'),
    'a list of lists in a query': queryWith('{ items: { type: array }, type: array }'),
    'a list in a cookie': contractWith(
      'parameters: [{ name: q, in: cookie, schema: { type: array } }]',
    ),
    'a list in a header': contractWith(
      'responses: { 200: { headers: { H: { schema: { type: array } } } } }',
    ),
    'a choice of an object': queryWith('{ anyOf: [{ type: string }, { type: object }] }'),
    'an object in a form': bodyWith(form, '{ properties: { a: { properties: { b: {} } } } }'),
    'a form that is a list': bodyWith(form, '{ type: array }'),
    'a form of more objects': bodyWith(
      form,
      '{ type: object, additionalProperties: { type: object } }',
    ),
    'a text that is a list': bodyWith('text/plain', '{ type: array }'),
  }),
)('%s is rejected', (_, source) => {
  expect(problemOf(source)).toMatch(
    /^a\.yaml:6 (A value that is sent as text can only be a scalar|A form is an object)/,
  );
});

test('a missing file is rejected', async () => {
  await expect(loadContract('/nowhere.yaml')).rejects.toThrow(
    '--contract: expected a file that can be read, got "/nowhere.yaml" (ENOENT',
  );
});

test('x-single-use may be in the schema that a property of the body refers to', () => {
  const token = 'components: { schemas: { Token: { x-single-use: true } } }';
  const source = `${propertyWith("{ $ref: '#/components/schemas/Token' }")}\n${token}`;
  expect(problemOf(source)).toBeUndefined();
});

test.each([
  { pointer: '/paths/~1jsp~1logout.jsp/get', line: 'get:' },
  { pointer: '/tags/0', line: '- name: feedback' },
])('the line of the JSON pointer $pointer is the first of its value', async ({ pointer, line }) => {
  const { source, lineOf } = await loadContract('openapi.yaml');
  expect(source.split('\n')[lineOf(pointer) - 1]?.trim()).toBe(line);
});
