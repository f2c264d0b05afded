import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../contract/ContractError.ts';
import { loadContract, parseContract } from '../../../contract/load/loadContract.ts';

/** A contract with one operation, whose YAML the test supplies. */
function contractWith(operation: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x:\n    get:\n${operation.replace(/^/gm, '      ')}`;
}

function queryWith(schema: string): string {
  return contractWith(`parameters: [{ name: q, in: query, schema: ${schema} }]`);
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
      'some.yaml:2 openapi: expected OpenAPI "3.1.x" as text, in quotes, got "4.0.0".',
    ],
    [
      'a version that is a number',
      'openapi: 3.1',
      'some.yaml:1 openapi: expected OpenAPI "3.1.x" as text, in quotes, got 3.1.',
    ],
    [
      'Swagger 2.0',
      "info: {}\nswagger: '2.0'",
      'some.yaml:2 swagger: expected OpenAPI "3.1.x" as text, in quotes, got "2.0".',
    ],
    [
      'a server with an invalid URL',
      `${contractWith('responses: {}')}\nservers: [{ url: 'http://[' }]`,
      'some.yaml:7 The URL "http://[" is not valid.',
    ],
    [
      'an unknown keyword',
      queryWith('{ maxLenght: 1 }'),
      'some.yaml:6 The schema cannot be used: strict mode: unknown keyword: "maxLenght".',
    ],
    [
      'an unknown format',
      queryWith('{ format: colour }'),
      'some.yaml:6 The schema cannot be used: unknown format "colour" ignored in schema at path "#".',
    ],
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
      'some.yaml:9 The media type "application/xml" is not supported; expected JSON, a URL-encoded form or text.',
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

test('a YAML alias can be merged, and has a line', () => {
  const source = `openapi: 3.1.0\ninfo: &shared\n  title: T\nx-copy: *shared\nx-merged: { <<: *shared }\n`;
  const { document, lineOf } = parseContract(source, 'some.yaml');
  expect(document['x-merged']).toEqual({ title: 'T' });
  expect(lineOf('/x-copy/title')).toBe(3);
});

test('every JSON pointer has a line', async () => {
  const { source, lineOf } = await loadContract('openapi.yaml');
  expect(source.split('\n')[lineOf('/paths/~1jsp~1logout.jsp/get') - 1]?.trim()).toBe('get:');
});
