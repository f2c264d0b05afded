import { describe, expect, test } from 'vitest';
import { ContractError } from '../../../mock-api/contract/ContractError.ts';
import { loadContract, readContract } from '../../../mock-api/contract/loadContract.ts';
import { library, operationOf } from './library.ts';

/** A contract of one operation with what the test puts below `paths./x.get`. */
function contractWith(operation: string): string {
  return `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths:\n  /x:\n    get:\n${operation.replace(/^/gm, '      ')}`;
}

function faultsOf(source: string): readonly string[] {
  try {
    readContract(source, 'some.yaml');
    return [];
  } catch (error) {
    if (error instanceof ContractError) return error.faults;
    throw error;
  }
}

describe('a file that is no contract is refused with file, line and reason', () => {
  test.each([
    ['broken YAML', 'openapi: 3.1.0\npaths: [', /^some\.yaml:2 /],
    ['a key twice', 'openapi: 3.1.0\ninfo: {}\ninfo: {}', /^some\.yaml:3 .*unique/],
    [
      'another version',
      'info: {}\nopenapi: 3.0.3',
      'some.yaml:2 The file is no OpenAPI 3.1 document.',
    ],
    ['nothing', '', 'some.yaml:1 The file holds no mapping.'],
    [
      'a reference that leads nowhere',
      contractWith("responses:\n  '200':\n    $ref: '#/components/responses/Gone'"),
      'some.yaml:8 "#/components/responses/Gone" leads nowhere.',
    ],
    [
      'a reference to another file',
      contractWith("requestBody:\n  $ref: 'other.yaml#/x'"),
      'some.yaml:7 "other.yaml#/x" leaves the file. Bundle the contract first.',
    ],
    [
      'a schema that is none',
      contractWith('parameters:\n  - name: q\n    in: query\n    schema:\n      type: strng'),
      /^some\.yaml:10 The schema's "type" is none of \["array",/,
    ],
  ])('%s', (_, source, fault) => {
    const [found] = faultsOf(source);
    if (fault instanceof RegExp) expect(found).toMatch(fault);
    else expect(found).toBe(fault);
  });

  test('no file at all', async () => {
    await expect(loadContract('/nowhere.yaml')).rejects.toThrow('/nowhere.yaml:1');
  });
});

describe('what a contract holds', () => {
  test('every operation, also one without an id', () => {
    expect(library.operations.map(({ id }) => id)).toEqual([
      'listBooks',
      'readBook',
      'DELETE /books/{id}',
      'newestBook',
      'pay',
    ]);
  });

  test('the path of its server, with variables filled in', () => {
    expect(library.basePath).toBe('/v2');
  });

  test('examples by name, also behind a reference', () => {
    const [media] = operationOf('readBook').responses[0]?.content ?? [];
    expect(media?.examples).toMatchObject([
      { name: 'bread', summary: 'About bread.', value: { title: 'Bread' } },
    ]);
  });

  test('links', () => {
    expect(operationOf('pay').responses[0]?.links).toMatchObject([
      { name: 'book', operationId: 'readBook', parameters: { id: '$response.body#/id' } },
    ]);
  });

  test('the line of every place', () => {
    const { pointer } = operationOf('newestBook');
    const line = library.source.split('\n')[library.lineOf(pointer) - 1];
    expect(pointer).toBe('/paths/~1books~1newest/get');
    expect(line?.trim()).toBe('get:');
  });
});
