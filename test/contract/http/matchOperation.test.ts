import { expect, test } from 'vitest';
import { createOperationMatcher } from '../../../contract/http/matchOperation.ts';
import { contractOfPaths } from '../../support/oneOperation.ts';

const matchOperation = createOperationMatcher(
  contractOfPaths(
    {
      '/sections/food%20%26%20drink': { get: { operationId: 'encoded' } },
      '/sections/café': { get: { operationId: 'unicode' } },
      '/v1.0/(c++)*': { get: { operationId: 'special' } },
      '/books/{id}': { get: { operationId: 'read' }, put: { operationId: 'write' } },
      '/books/{id}:archive': { post: { operationId: 'archive' } },
      '/books/newest': { get: { operationId: 'newest' } },
      '/a{b}c.json': { get: { operationId: 'within' } },
      '/{from}-to-{until}/x': { get: { operationId: 'several' } },
      '/{a}-{b}-{c}.json': { get: { operationId: 'slow' } },
    },
    { servers: [{ url: '/{version}', variables: { version: { default: 'v2' } } }] },
  ),
);

test.each([
  ['GET', '/sections/food%20%26%20drink', 'encoded', {}],
  ['GET', '/sections/food%20&%20drink', 'encoded', {}],
  ['GET', '/%73ections/caf%c3%a9', 'unicode', {}],
  ['GET', '/v1.0/(c++)*', 'special', {}],
  ['GET', '/books/a%2Fb', 'read', { id: 'a/b' }],
  ['HEAD', '/books/7', 'read', { id: '7' }],
  ['PUT', '/books/7', 'write', { id: '7' }],
  ['POST', '/books/7%3Aarchive', 'archive', { id: '7' }],
  ['GET', '/books/newest', 'newest', {}],
  ['GET', '/axyc.json', 'within', { b: 'xy' }],
  ['GET', '/1-to-2/x', 'several', { from: '1', until: '2' }],
])('%s %s matches', (method, path, id, pathValues) => {
  expect(matchOperation(method, `/v2${path}`)).toMatchObject({ operation: { id }, pathValues });
});

test.each(['/v1x0/(cc)', '/books/', '/books/a/b', '/Books/7', '/ac.json', '/axycxjson'])(
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

test('several variables in a segment are matched in linear time', () => {
  const match = matchOperation('GET', `/v2/${'-'.repeat(4000)}`);
  expect(match).toEqual({ kind: 'unknown path' });
});
