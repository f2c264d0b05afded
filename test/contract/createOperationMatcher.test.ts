import { expect, test } from 'vitest';
import { createOperationMatcher } from '../../contract/http/createOperationMatcher.ts';
import { contractOfPaths } from '../oneOperation.ts';

/** Paths with their variables as parameters. */
function declareVariables(paths: Record<string, object>) {
  const withParameters = Object.entries(paths).map(([path, item]) => {
    const names = path.matchAll(/\{(\w+)\}/g);
    const parameters = Array.from(names, ([, name]) => ({ name, in: 'path', required: true }));
    return [path, { ...item, parameters }];
  });
  return Object.fromEntries(withParameters);
}

const matchOperation = createOperationMatcher(
  contractOfPaths(
    declareVariables({
      '/sections/food%20%26%20drink': { get: { operationId: 'encoded' } },
      '/sections/café': { get: { operationId: 'unicode' } },
      '/v1.0/(c++)*': { get: { operationId: 'special' } },
      '/books/{id}': { get: { operationId: 'read' }, put: { operationId: 'write' } },
      '/a/{from}/c/{until}': { get: { operationId: 'several' } },
      '/books/newest': { get: { operationId: 'newest' } },
    }),
    { servers: [{ url: 'https://books.example/v2/' }] },
  ),
);

test.each([
  { method: 'GET', path: '/sections/food%20%26%20drink', id: 'encoded', pathValues: {} },
  { method: 'GET', path: '/sections/food%20&%20drink', id: 'encoded', pathValues: {} },
  { method: 'GET', path: '/%73ections/caf%c3%a9', id: 'unicode', pathValues: {} },
  { method: 'GET', path: '/v1.0/(c++)*', id: 'special', pathValues: {} },
  { method: 'GET', path: '/books/a%2Fb', id: 'read', pathValues: { id: 'a/b' } },
  { method: 'HEAD', path: '/books/7', id: 'read', pathValues: { id: '7' } },
  { method: 'PUT', path: '/books/7', id: 'write', pathValues: { id: '7' } },
  { method: 'GET', path: '/books/newest', id: 'newest', pathValues: {} },
  { method: 'GET', path: '/a/b/c/d', id: 'several', pathValues: { from: 'b', until: 'd' } },
])('$method $path matches', ({ method, path, id, pathValues }) => {
  expect(matchOperation(method, `/v2${path}`)).toMatchObject({ operation: { id }, pathValues });
});

test.each(['/v1x0/(cc)', '/books/', '/books/a/b', '/Books/7', '/a//c/d'])(
  '%s matches no path',
  (path) => {
    expect(matchOperation('GET', `/v2${path}`)).toEqual({ kind: 'unknown path' });
  },
);

test('a path matches only below the base path', () => {
  expect(matchOperation('GET', '/books/7')).toEqual({ kind: 'unknown path' });
});

test('an undeclared method gets the declared ones', () => {
  expect(matchOperation('DELETE', '/v2/books/7')).toEqual({
    kind: 'method not declared',
    path: '/books/{id}',
    allowed: ['GET', 'PUT', 'HEAD'],
  });
});

test('a malformed percent-encoding is malformed, whether or not its path is known', () => {
  expect(matchOperation('GET', '/v2/books/%zz')).toMatchObject({
    kind: 'malformed path',
    operation: { id: 'read' },
  });
  expect(matchOperation('GET', '/elsewhere/%')).toEqual({ kind: 'malformed path' });
});
