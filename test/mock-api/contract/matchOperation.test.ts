import { describe, expect, test } from 'vitest';
import { createOperationMatcher } from '../../../mock-api/contract/http/matchOperation.ts';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { library } from './library.ts';

const match = createOperationMatcher(library);

function operationAt(method: string, path: string): string {
  const found = match(method, path);
  return found.kind === 'operation' ? found.operation.id : found.kind;
}

describe('a request', () => {
  test('matches only below the base path', () => {
    expect(operationAt('GET', '/v2/books')).toBe('listBooks');
    expect(operationAt('GET', '/books')).toBe('unknown path');
  });

  test('matches a path without variables before one with variables', () => {
    expect(operationAt('GET', '/v2/books/newest')).toBe('newestBook');
    expect(operationAt('GET', '/v2/books/7')).toBe('readBook');
  });

  test('matches a path variable with one non-empty segment, which is decoded', () => {
    expect(match('GET', '/v2/books/a%2Fb')).toMatchObject({ pathValues: { id: 'a/b' } });
    expect(operationAt('GET', '/v2/books/a/b')).toBe('unknown path');
    expect(operationAt('GET', '/v2/books/')).toBe('unknown path');
  });

  test('with an undeclared method returns the allowed methods', () => {
    expect(match('POST', '/v2/books/7')).toEqual({
      kind: 'method not declared',
      path: '/books/{id}',
      allowed: ['GET', 'DELETE', 'HEAD'],
    });
    expect(match('GET', '/v2/payments')).toMatchObject({ allowed: ['POST'] });
  });

  test('with a malformed percent-encoding is malformed, whether or not its path is known', () => {
    expect(operationAt('GET', '/v2/books/%zz')).toBe('malformed path');
    expect(operationAt('GET', '/elsewhere/%')).toBe('malformed path');
  });
});

describe('a path template', () => {
  const matchTemplate = (template: string, path: string) => {
    const source = `openapi: 3.1.0\ninfo: {}\npaths: { '${template}': { get: { operationId: get } } }`;
    const found = createOperationMatcher(parseContract(source, 'some.yaml'))('GET', path);
    return found.kind === 'operation' ? found.pathValues : found.kind;
  };

  test.each([
    ['/a{b}c.json', '/axyc.json', { b: 'xy' }],
    ['/a{b}c.json', '/ac.json', 'unknown path'],
    ['/a{b}c.json', '/axycxjson', 'unknown path'],
    ['/{file}.{extension}', '/a.tar.gz', { file: 'a.tar', extension: 'gz' }],
    ['/{from}-to-{until}', '/1-to-2', { from: '1', until: '2' }],
    ['/{x-y}/{_}', '/1/2', { 'x-y': '1', _: '2' }],
  ])('may have variables within a segment: %s with %s', (template, path, values) => {
    expect(matchTemplate(template, path)).toEqual(values);
  });

  test.each(['/v1.0/c++', '/*', '/(a|b)?', '/a:b', '/[a]', '/$count', '/~user!'])(
    '%s matches only itself',
    (template) => {
      expect(matchTemplate(template, template)).toEqual({});
      expect(matchTemplate(template, '/v1x0/cc')).toBe('unknown path');
      expect(matchTemplate(template, `${template}/`)).toBe('unknown path');
    },
  );

  test('with several variables in a segment is matched in linear time', () => {
    expect(matchTemplate('/{a}-{b}-{c}.json', `/${'-'.repeat(4000)}`)).toBe('unknown path');
  });

  test('is case-sensitive', () => {
    expect(matchTemplate('/Books', '/books')).toBe('unknown path');
  });
});
