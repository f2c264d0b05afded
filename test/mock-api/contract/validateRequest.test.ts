import { expect, test } from 'vitest';
import { library, requestViolations, validate } from './library.ts';

type Request = Parameters<typeof validate>[1];

const json = { 'content-type': 'application/json; charset=utf-8' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bearer = { authorization: 'bearer x' };
const pathValues = { id: '7' };

test.each<[fact: string, operation: string, request: Request, parameters: object]>([
  [
    'a repeated parameter is a list',
    'listBooks',
    { query: 'shelf=1&shelf=22' },
    { shelf: [1, 22] },
  ],
  ['a list may be split at commas', 'listBooks', { query: 'langs=en,de' }, { langs: ['en', 'de'] }],
  ['true is a boolean', 'listBooks', { query: 'lent=true' }, { lent: true }],
  [
    'a deepObject parameter is an object',
    'listBooks',
    { query: 'size[pages]=9&size[tags]=old' },
    { size: { pages: 9, tags: ['old'] } },
  ],
  ['JSON is parsed', 'listBooks', { query: 'where={"room":1}' }, { where: { room: 1 } }],
  [
    'a cookie is read as it was sent',
    'listBooks',
    { headers: { cookie: 'a=1; theme=x=y%2' } },
    { theme: 'x=y%2' },
  ],
  ['a cookie without "=" is none', 'listBooks', { headers: { cookie: 'atheme=1; theme' } }, {}],
  ['an optional parameter may be missing', 'listBooks', {}, {}],
  ['a parameter of the path applies', 'readBook', { headers: bearer, pathValues }, { id: 7 }],
  [
    'a required parameter may be empty',
    'DELETE /books/{id}',
    { pathValues, query: 'reason=' },
    { id: 7, reason: '' },
  ],
  ['an alternative of security requires no credentials', 'pay', {}, {}],
])('%s', (_, operation, request, expected) => {
  const { parameters, violations } = validate(operation, request);
  expect(violations).toEqual([]);
  expect(Object.assign({}, ...Object.values(parameters))).toEqual(expected);
});

test.each<[fact: string, request: Request, body: unknown]>([
  [
    'a body matches an alternative of oneOf',
    { headers: json, body: '{"card":"1234"}' },
    { card: '1234' },
  ],
  ['null is a value', { headers: json, body: '{"cash":null}' }, { cash: null }],
  [
    'form fields have the types of their schemas',
    { headers: form, body: 'pages=12&tags=a%26b&tags=c' },
    { pages: 12, tags: ['a&b', 'c'] },
  ],
  [
    'digits in a form stay a string if the schema allows strings',
    { headers: form, body: 'pages=1&shelfMark=7' },
    { pages: 1, shelfMark: '7' },
  ],
  ['an optional body may be missing', {}, undefined],
])('%s', (_, request, expected) => {
  const { body, violations } = validate('pay', request);
  expect(violations).toEqual([]);
  expect(body).toEqual(expected);
});

test.each<[fact: string, operation: string, request: Request, ...violations: string[]]>([
  ['an unlisted item', 'listBooks', { query: 'langs=en,fr' }, 'request.parameter query langs/1'],
  ['a word as a boolean', 'listBooks', { query: 'lent=yes' }, 'request.parameter query lent'],
  [
    'a wrong property of an object',
    'listBooks',
    { query: 'size[pages]=9.5' },
    'request.parameter query size/pages',
  ],
  ['wrong JSON', 'listBooks', { query: 'where={}' }, 'request.parameter query where'],
  [
    'a header of another format',
    'listBooks',
    { headers: { 'x-trace': 'abc' } },
    'request.parameter header X-Trace',
  ],
  [
    'a quoted cookie that is too long',
    'listBooks',
    { headers: { cookie: 'theme="dark"' } },
    'request.parameter cookie theme',
  ],
  [
    'a word as a number in the path',
    'readBook',
    { headers: bearer, pathValues: { id: 'seven' } },
    'request.parameter path id',
  ],
  [
    'a missing required parameter',
    'DELETE /books/{id}',
    { pathValues },
    'request.parameter query reason',
  ],
  ['missing credentials', 'readBook', { pathValues }, 'request.credentials credentials'],
  [
    'credentials of another scheme',
    'readBook',
    { pathValues, headers: { authorization: 'Basic x' } },
    'request.credentials credentials',
  ],
  ['malformed JSON', 'pay', { headers: json, body: '{"card":' }, 'request.syntax body'],
  [
    'an undeclared media type',
    'pay',
    { headers: { 'content-type': 'text/plain' }, body: 'x' },
    'request.media-type body',
  ],
  ['no media type', 'pay', { body: 'x' }, 'request.media-type body'],
  [
    'wrong form fields',
    'pay',
    { headers: form, body: 'pages=twelve&x=1' },
    'request.body body',
    'request.body body/pages',
  ],
])('%s is a violation', (_, operation, request, ...expected) => {
  expect(requestViolations(operation, request)).toEqual(expected);
});

test.each(['{"coins":1}', '{"cash":"5"}'])('%s matches no alternative of oneOf', (body) => {
  expect(requestViolations('pay', { headers: json, body })).toContain('request.body body');
});

test('a violation has a message and the line of the violated keyword', () => {
  const [violation] = validate('pay', { headers: form, body: 'tags=x' }).violations;
  expect(violation).toMatchObject({
    message: 'The body is missing the required property "pages".',
    keyword: 'required',
    pointer: '/components/schemas/Size/required',
  });
  expect(library.source.split('\n')[(violation?.line ?? 0) - 1]).toContain('required: [pages]');
  const [inQuery] = validate('listBooks', { query: 'langs=fr' }).violations;
  expect(inQuery?.message).toBe('The query parameter "langs.0" must be one of "en", "de".');
});
