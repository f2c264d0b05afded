import { expect, test } from 'vitest';
import { createOperationMatcher } from '../../contract/http/createOperationMatcher.ts';
import { contractOfPaths } from '../oneOperation.ts';

const operations = {
  '/sections/food%20%26%20drink': { get: { operationId: 'encoded' } },
  '/sections/café': { get: { operationId: 'unicode' } },
  '/v1.0/(c++)*': { get: { operationId: 'special' } },
  '/books/{id}': { get: { operationId: 'read' }, put: { operationId: 'write' } },
  '/a/{from}/c/{until}': { get: { operationId: 'several' } },
  '/books/newest': { get: { operationId: 'newest' } },
};
const paths = Object.entries(operations).map(([path, item]) => {
  const names = path.matchAll(/\{(\w+)\}/g);
  const parameters = Array.from(names, ([, name]) => ({ name, in: 'path', required: true }));
  return [path, { ...item, parameters }];
});
const servers = [{ url: 'https://books.example/v2/' }];
const matchOperation = createOperationMatcher(
  contractOfPaths(Object.fromEntries(paths), { servers }),
);

test.each(
  Object.entries({
    'GET /sections/food%20%26%20drink': ['encoded', {}],
    'GET /sections/food%20&%20drink': ['encoded', {}],
    'GET /%73ections/caf%c3%a9': ['unicode', {}],
    'GET /v1.0/(c++)*': ['special', {}],
    'GET /books/a%2Fb': ['read', { id: 'a/b' }],
    'HEAD /books/7': ['read', { id: '7' }],
    'PUT /books/7': ['write', { id: '7' }],
    'GET /books/newest': ['newest', {}],
    'GET /a/b/c/d': ['several', { from: 'b', until: 'd' }],
  }),
)('%s matches', (request, [id, pathValues]) => {
  const [method = '', path] = request.split(' ');
  const match = matchOperation(method, `/v2${path}`);
  expect(match).toMatchObject({ operation: { id }, pathValues });
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
