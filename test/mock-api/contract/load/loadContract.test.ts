import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../../mock-api/contract/ContractError.ts';
import { loadContract, parseContract } from '../../../../mock-api/contract/load/loadContract.ts';

/** A contract with one operation, whose YAML the test supplies. */
function contractWith(operation: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x:\n    get:\n${operation.replace(/^/gm, '      ')}`;
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
      'some.yaml:2 openapi: expected OpenAPI "3.0.x", "3.1.x" or "3.2.x" as text, in quotes, got "4.0.0".',
    ],
    [
      'a version that is a number',
      'openapi: 3.1',
      'some.yaml:1 openapi: expected OpenAPI "3.0.x", "3.1.x" or "3.2.x" as text, in quotes, got 3.1.',
    ],
    [
      'Swagger 2.0',
      "info: {}\nswagger: '2.0'",
      'some.yaml:2 swagger: expected OpenAPI "3.0.x", "3.1.x" or "3.2.x" as text, in quotes, got "2.0".',
    ],
    ['an empty file', '', 'some.yaml:1 The file must contain a mapping at its top level.'],
  ])('%s', (_, source, problem) => {
    const [first] = problemsOf(source);
    if (problem instanceof RegExp) expect(first).toMatch(problem);
    else expect(first).toBe(problem);
  });

  test('a missing file', async () => {
    await expect(loadContract('/nowhere.yaml')).rejects.toThrow(
      '--contract: expected a file that can be read, got "/nowhere.yaml" (ENOENT',
    );
  });
});

test('a server with an invalid URL is ignored with a warning', () => {
  const source = `${contractWith('responses: {}')}\nservers: [{ url: 'http://[' }]`;
  const { basePath, warnings } = parseContract(source, 'some.yaml');
  expect(basePath).toBe('');
  expect(warnings).toEqual([
    'some.yaml:7 The URL "http://[" is not valid, so its path is ignored.',
  ]);
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
