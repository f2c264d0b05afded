import { expect, test } from 'vitest';
import { responseViolations } from './library.ts';

type Response = Parameters<typeof responseViolations>[1];

const total = { 'x-total': '1' };
const books = { type: 'application/json', headers: total };
const book = { title: 'Bread', parent: null };
const bookText = JSON.stringify(book);
const list = { ...books, body: `[${bookText}]` };
const nested = { title: 'B', parent: { title: 'A', parent: { title: 1, parent: null } } };
const problem = { status: 418, type: 'application/problem+json', headers: total };
const vendorType = 'application/vnd.library+json';

test.each<[fact: string, operation: string, response: Response]>([
  ['conforms', 'listBooks', list],
  ['has a type that is not parsed', 'newestBook', { type: 'image/png', body: '\u0089PNG' }],
  ['has a status of a declared range', 'listBooks', { ...problem, body: '{"title":"x"}' }],
  ['has any other status', 'listBooks', { status: 503, type: 'text/plain', body: 'later' }],
  ['has no body with status 204', 'readBook', { status: 204 }],
  ['has no body where none is described', 'pay', { status: 201 }],
  ['has any body where none is described', 'pay', { status: 201, type: 'text/plain', body: 'x' }],
  [
    'has a type in other letters',
    'listBooks',
    { ...list, type: 'Application/JSON;charset="UTF-8"' },
  ],
  [
    'has the parameter of its type',
    'readBook',
    { type: `${vendorType}; version=2`, body: bookText },
  ],
  [
    'has one valid Set-Cookie header of several',
    'pay',
    { status: 201, headers: { 'set-cookie': ['a=1', 'receipt=7'] } },
  ],
])('a response that %s has no violations', (_, operation, response) => {
  expect(responseViolations(operation, response)).toEqual([]);
});

test.each<[fact: string, operation: string, response: Response, violation: string]>([
  [
    'an error deep in a recursive schema',
    'listBooks',
    { ...books, body: JSON.stringify([nested]) },
    'response.body body/0/parent/parent/title',
  ],
  ['a truncated body', 'listBooks', { ...books, body: '[{"title"' }, 'response.syntax body'],
  [
    'malformed UTF-8',
    'listBooks',
    { ...books, body: Uint8Array.of(0x22, 0xff, 0x22) },
    'response.syntax body',
  ],
  [
    'a byte order mark before JSON',
    'listBooks',
    { ...books, body: `\ufeff[${bookText}]` },
    'response.syntax body',
  ],
  ['an empty body', 'listBooks', books, 'response.syntax body'],
  ['an undeclared status', 'readBook', { status: 500 }, 'response.status status 500'],
  ['a wrong body of a range', 'listBooks', { ...problem, body: '{}' }, 'response.body body'],
  [
    'a wrong body of the default response',
    'listBooks',
    { status: 503, type: 'text/plain', body: 'not now' },
    'response.body body',
  ],
  ['a body with status 204', 'readBook', { status: 204, body: 'x' }, 'response.body body'],
  ['an undeclared type', 'listBooks', { ...list, type: 'text/html' }, 'response.media-type body'],
  ['no type', 'listBooks', { headers: total, body: '[]' }, 'response.media-type body'],
  [
    'JSON that is not UTF-8',
    'listBooks',
    { ...list, type: 'application/json; charset=iso-8859-1' },
    'response.media-type body',
  ],
  [
    'another parameter of its type',
    'readBook',
    { type: `${vendorType}; version=1`, body: bookText },
    'response.media-type body',
  ],
  ['no required header', 'listBooks', { ...list, headers: {} }, 'response.header header X-Total'],
  [
    'a header of the wrong type',
    'listBooks',
    { ...list, headers: { 'x-total': 'many' } },
    'response.header header X-Total',
  ],
  [
    'no valid Set-Cookie header',
    'pay',
    { status: 201, headers: { 'set-cookie': ['a=1', 'b=2'] } },
    'response.header header Set-Cookie',
  ],
  [
    'an invalid optional header',
    'pay',
    { status: 201, headers: { location: 'a b' } },
    'response.header header Location',
  ],
])('a response with %s has a violation', (_, operation, response, violation) => {
  expect(responseViolations(operation, response)).toContain(violation);
});
