import { describe, expect, test } from 'vitest';
import { createMatcher } from '../../../mock-api/contract/matchOperation.ts';
import { library } from './library.ts';

const match = createMatcher(library);

function operationAt(method: string, path: string): string {
  const found = match(method, path);
  return found.kind === 'operation' ? found.operation.id : found.kind;
}

describe('a request finds its operation', () => {
  test('below the path of the contract’s server', () => {
    expect(operationAt('GET', '/v2/books')).toBe('listBooks');
    expect(operationAt('GET', '/books')).toBe('unknown path');
  });

  test('a path without variables comes before one with', () => {
    expect(operationAt('GET', '/v2/books/newest')).toBe('newestBook');
    expect(operationAt('GET', '/v2/books/7')).toBe('readBook');
  });

  test('HEAD goes with GET', () => {
    expect(operationAt('HEAD', '/v2/books')).toBe('listBooks');
  });

  test('a variable is decoded and never spans two segments', () => {
    expect(match('GET', '/v2/books/a%2Fb')).toMatchObject({ pathValues: { id: 'a/b' } });
    expect(operationAt('GET', '/v2/books/a/b')).toBe('unknown path');
    expect(operationAt('GET', '/v2/books/')).toBe('unknown path');
  });

  test('a method that is not declared gets those that are', () => {
    expect(match('POST', '/v2/books/7')).toEqual({
      kind: 'method not declared',
      path: '/books/{id}',
      allowed: ['GET', 'DELETE', 'HEAD'],
    });
    expect(match('GET', '/v2/payments')).toMatchObject({ allowed: ['POST'] });
  });

  test('a path that cannot be decoded is malformed, known or not', () => {
    expect(operationAt('GET', '/v2/books/%zz')).toBe('malformed path');
    expect(operationAt('GET', '/elsewhere/%')).toBe('malformed path');
  });

  test('characters that mean something in a pattern mean themselves', () => {
    expect(operationAt('GET', '/v2/book.')).toBe('unknown path');
  });
});
