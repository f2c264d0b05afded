import { describe, expect, test } from 'vitest';
import { ContractError } from '../../contract/ContractError.ts';
import { loadContract, parseContract } from '../../contract/load/loadContract.ts';

/** A contract with one operation, whose YAML the test supplies. */
function contractWith(operation: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x:\n    get:\n${operation.replace(/^/gm, '      ')}`;
}

function queryWith(schema: string): string {
  return contractWith(`parameters: [{ name: q, in: query, schema: ${schema} }]`);
}

const form = 'application/x-www-form-urlencoded';

function bodyWith(mediaType: string, schema: string): string {
  return contractWith(`requestBody: { content: { ${mediaType}: { schema: ${schema} } } }`);
}

function linkWith(parameters: string): string {
  return `responses: { 200: { links: { l: { operationId: GET /x, parameters: ${parameters} } } } }`;
}

/** A schema with a part in line 13, and one that refers to it and to itself. */
function componentsWith(part: string): string {
  return `components:
  schemas:
    A:
      properties: { a: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } }
    B:
      properties:
        c: ${part}`;
}

function problemsOf(source: string): readonly string[] {
  try {
    parseContract(source, 'some.yaml');
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.problems;
    throw error;
  }
}

describe('an unusable file is rejected with file, line and reason', () => {
  test.each([
    ['malformed YAML', 'openapi: 3.1.0\npaths: [', /^some\.yaml:2 /],
    ['a duplicate key', 'openapi: 3.1.0\ninfo: {}\ninfo: {}', /^some\.yaml:3 .*unique/],
    [
      'another OpenAPI version',
      'info: {}\nopenapi: 4.0.0',
      'some.yaml:2 openapi: expected OpenAPI 3.1, got "4.0.0"; convert the file, for example with',
    ],
    [
      'a version that is a number',
      'openapi: 3.1',
      'some.yaml:1 openapi: expected OpenAPI 3.1, got 3.1; put it in quotes.',
    ],
    [
      'Swagger 2.0',
      "info: {}\nswagger: '2.0'",
      'some.yaml:2 swagger: expected OpenAPI 3.1, got "2.0"; convert the file, for example with',
    ],
    [
      'a server with an invalid URL',
      `${contractWith('responses: {}')}\nservers: [{ url: 'http://[' }]`,
      'some.yaml:7 The URL "http://[" is not valid.',
    ],
    [
      'an unknown keyword',
      queryWith('{ maxLenght: 1 }'),
      'some.yaml:6 "maxLenght" is not supported here; expected $ref, $comment, title,',
    ],
    ...[
      ['a keyword', '{ items: { maxLenght: 1 } }', '"maxLenght" is not supported here'],
      ['a pattern', "{ pattern: '[' }", 'The schema cannot be used: Invalid regular expression'],
      ['a reference', '{ $ref: b.yaml }', "The schema cannot be used: can't resolve reference"],
    ].map(([what = '', schema = '', problem = '']): [string, string, string] => [
      `${what} far below a reference`,
      `${queryWith("{ $ref: '#/components/schemas/A' }")}\n${componentsWith(schema)}`,
      `some.yaml:13 ${problem}`,
    ]),
    [
      'a pattern that is no regular expression',
      queryWith("{ pattern: '[' }"),
      /^some\.yaml:6 The schema cannot be used: Invalid regular expression: /,
    ],
    [
      'a schema in another file',
      queryWith('{ $ref: b.yaml#/c }'),
      /^some\.yaml:6 The schema cannot be used: can't resolve reference b\.yaml#\/c /,
    ],
    [
      'a response in another file',
      contractWith("responses:\n  '200': { $ref: b.yaml#/c }"),
      'some.yaml:7 The reference "b.yaml#/c" leads to nothing in this file.',
    ],
    [
      'a reference to itself',
      contractWith("responses:\n  '200': { $ref: '#/paths/~1x/get/responses/200' }"),
      /^some\.yaml:7 The reference .* leads to nothing in this file\.$/,
    ],
    [
      'an unknown media type',
      contractWith("responses:\n  '200':\n    content:\n      application/xml: {}"),
      'some.yaml:9 "application/xml" is not supported here; expected JSON, a URL-encoded form or text.',
    ],
    [
      'an undeclared security scheme',
      contractWith('security: [{ key: [] }]'),
      'some.yaml:6 The security scheme "key" is not declared.',
    ],
    [
      'a link to no operation',
      contractWith("responses:\n  '200': { links: { next: { operationId: gone } } }"),
      'some.yaml:7 The link "next" names no operation of this file.',
    ],
    [
      'a link to no parameter',
      contractWith(linkWith('{ page: 1 }')),
      'some.yaml:6 GET /x has no parameter "page".',
    ],
    [
      'a link with an unknown expression',
      contractWith(`parameters: [{ name: q, in: query }]\n${linkWith('{ q: $url }')}`),
      'some.yaml:7 The expression "$url" is not supported; expected $request or $response with ',
    ],
    ...[
      ['an object in a query', queryWith('{ type: object }')],
      ['a list of lists in a query', queryWith('{ items: { type: array }, type: array }')],
      ['a choice of an object', queryWith('{ anyOf: [{ type: string }, { type: object }] }')],
      ['an object in a form', bodyWith(form, '{ properties: { a: { properties: { b: {} } } } }')],
      ['a form that is a list', bodyWith(form, '{ type: array }')],
      [
        'a form of more objects',
        bodyWith(form, '{ type: object, additionalProperties: { type: object } }'),
      ],
      ['a text that is a list', bodyWith('text/plain', '{ type: array }')],
    ].map(([what = '', source = '']): [string, string, RegExp] => [
      what,
      source,
      /^some\.yaml:6 (A value that is sent as text can only be a scalar|A form is an object)/,
    ]),
    [
      'a wrong example',
      contractWith('parameters: [{ name: q, in: query, example: 1, schema: { type: string } }]'),
      'some.yaml:6 The example must be of type string.',
    ],
    [
      'a wrong example of a part',
      bodyWith('application/json', '{ properties: { a: { example: 1, type: string } } }'),
      'some.yaml:6 The example must be of type string.',
    ],
    [
      'a wrong default',
      queryWith('{ default: 1, type: string }'),
      'some.yaml:6 The default must be of type string.',
    ],
    [
      'a name that no object can have',
      queryWith('{ properties: { __proto__: {} } }'),
      'some.yaml:6 "__proto__" cannot be a name.',
    ],
    [
      'a request with two media types',
      contractWith('requestBody: { content: { text/plain: {}, application/json: {} } }'),
      'some.yaml:6 "content" must be one media type, got {"text/plain":{},"application/json":{}}.',
    ],
    [
      'an unknown kind of authentication',
      `${contractWith('security: [{ a: [] }]')}\ncomponents: { securitySchemes: { a: { type: http, scheme: digest } } }`,
      'some.yaml:7 The security scheme "a" is not supported; expected an API key, basic or bearer',
    ],
    [
      'x-safe with a text',
      contractWith('x-safe: no way'),
      'some.yaml:6 "x-safe" must be of type boolean, got "no way".',
    ],
    [
      'x-single-use with a text',
      queryWith('{ x-single-use: once }'),
      /^some\.yaml:6 "x-single-use" must/,
    ],
    [
      'x-status of no status',
      contractWith('responses: { 200: { links: { l: { x-status: gone } } } }'),
      'some.yaml:6 "x-status" must be a status, such as "401", got "gone".',
    ],
    [
      'x-single-use far below a body',
      bodyWith('application/json', '{ properties: { a: { items: { x-single-use: true } } } }'),
      'some.yaml:6 "x-single-use" is for a property of the body itself.',
    ],
    ['an empty file', '', 'some.yaml:1 The file must contain a mapping at its top level.'],
  ])('%s', (_, source, problem) => {
    expect(problemsOf(source)[0]).toMatch(problem);
  });

  test('a missing file', async () => {
    await expect(loadContract('/nowhere.yaml')).rejects.toThrow(
      '--contract: expected a file that can be read, got "/nowhere.yaml" (ENOENT',
    );
  });
});

test('x-single-use may be in what a property of the body refers to', () => {
  const body = bodyWith('application/json', "{ properties: { a: { $ref: '#/x-token' } } }");
  expect(problemsOf(`${body}\nx-token: { x-single-use: true }`)).toEqual([]);
});

test('a small file of aliases of aliases is rejected', () => {
  const levels = Array.from({ length: 5 }, (_, i) => {
    const alias = i === 0 ? 'x' : `*level${i - 1}`;
    return `a${i}: &level${i} [${Array(10).fill(alias).join()}]`;
  });
  expect(() => parseContract(levels.join('\n'), 'contract.yaml')).toThrow(/excessive alias/i);
});

test('a YAML alias can be merged, and has a line', () => {
  const source = `openapi: 3.1.0\ninfo: &shared\n  title: T\nx-copy: *shared\nx-merged: { <<: *shared }\n`;
  const { document, lineOf } = parseContract(source, 'some.yaml');
  expect(document['x-merged']).toEqual({ title: 'T' });
  expect(lineOf('/x-copy/title')).toBe(3);
});

test.each([
  { pointer: '/paths/~1jsp~1logout.jsp/get', line: 'get:' },
  { pointer: '/tags/0', line: '- name: feedback' },
])('the line of the JSON pointer $pointer is the first of its value', async ({ pointer, line }) => {
  const { source, lineOf } = await loadContract('openapi.yaml');
  expect(source.split('\n')[lineOf(pointer) - 1]?.trim()).toBe(line);
});
