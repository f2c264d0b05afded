import { describe, expect, test } from 'vitest';
import { responseViolations } from './library.ts';

const books = (body: unknown) => ({
  type: 'application/json',
  headers: { 'x-total': '1' },
  body: JSON.stringify(body),
});
const book = { title: 'Bread', parent: null };

describe('bodies', () => {
  test('a response that conforms has no violations', () => {
    expect(responseViolations('listBooks', books([book]))).toEqual([]);
  });

  test('a violation deep in a recursive schema is found', () => {
    const nested = { title: 'B', parent: { title: 'A', parent: { title: 1, parent: null } } };
    expect(responseViolations('listBooks', books([nested]))).toContain(
      'response.body body/0/parent/parent/title',
    );
  });

  test('a truncated body is a syntax violation', () => {
    expect(responseViolations('listBooks', { ...books([]), body: '[{"title"' })).toEqual([
      'response.syntax body',
    ]);
  });

  test('malformed UTF-8 is a syntax violation', () => {
    const body = Uint8Array.of(0x22, 0xff, 0x22);
    expect(responseViolations('listBooks', { ...books([]), body })).toEqual([
      'response.syntax body',
    ]);
  });

  test('a byte order mark before JSON is a syntax violation', () => {
    const body = `\ufeff${JSON.stringify([book])}`;
    expect(responseViolations('listBooks', { ...books([]), body })).toEqual([
      'response.syntax body',
    ]);
  });

  test('an empty body is a violation if the contract declares one', () => {
    expect(responseViolations('listBooks', { ...books([]), body: '' })).toEqual([
      'response.syntax body',
    ]);
  });

  test('a body of a media type that is not parsed has no violations', () => {
    expect(responseViolations('newestBook', { type: 'image/png', body: '\u0089PNG' })).toEqual([]);
  });
});

describe('statuses', () => {
  test('an undeclared status is a violation', () => {
    expect(responseViolations('readBook', { status: 500 })).toEqual(['response.status status 500']);
  });

  test('a status without its own response uses that of its range', () => {
    const type = 'application/problem+json';
    const total = { 'x-total': '1' };
    expect(
      responseViolations('listBooks', { status: 418, type, body: '{"title":"x"}', headers: total }),
    ).toEqual([]);
    expect(responseViolations('listBooks', { status: 418, type, body: '{}' })).toEqual([
      'response.body body',
    ]);
  });

  test('any other status uses the default response', () => {
    expect(
      responseViolations('listBooks', { status: 503, type: 'text/plain', body: 'later' }),
    ).toEqual([]);
    expect(
      responseViolations('listBooks', { status: 503, type: 'text/plain', body: 'not now' }),
    ).toEqual(['response.body body']);
  });

  test('a body with status 204 is a violation', () => {
    expect(responseViolations('readBook', { status: 204 })).toEqual([]);
    expect(responseViolations('readBook', { status: 204, body: 'x' })).toEqual([
      'response.body body',
    ]);
  });

  test('any body is allowed if the contract describes none', () => {
    expect(responseViolations('pay', { status: 201 })).toEqual([]);
    expect(responseViolations('pay', { status: 201, type: 'text/plain', body: 'x' })).toEqual([]);
  });
});

describe('media types', () => {
  test('an undeclared or missing media type is a violation', () => {
    expect(responseViolations('listBooks', { ...books([]), type: 'text/html' })).toEqual([
      'response.media-type body',
    ]);
    expect(responseViolations('listBooks', { headers: { 'x-total': '1' }, body: '[]' })).toEqual([
      'response.media-type body',
    ]);
  });

  test('case and charset are ignored, but JSON must be UTF-8', () => {
    const type = 'Application/JSON;charset="UTF-8"';
    expect(responseViolations('listBooks', { ...books([]), type })).toEqual([]);
    const latin = 'application/json; charset=iso-8859-1';
    expect(responseViolations('listBooks', { ...books([]), type: latin })).toEqual([
      'response.media-type body',
    ]);
  });

  test('parameters that the contract declares are required', () => {
    const body = JSON.stringify(book);
    const type = 'application/vnd.library+json';
    expect(responseViolations('readBook', { type: `${type}; version=2`, body })).toEqual([]);
    expect(responseViolations('readBook', { type: `${type}; version=1`, body })).toHaveLength(1);
  });
});

describe('headers', () => {
  test('a missing required header is a violation', () => {
    expect(responseViolations('listBooks', { ...books([]), headers: {} })).toEqual([
      'response.header header X-Total',
    ]);
  });

  test('a header of the wrong type is a violation', () => {
    expect(
      responseViolations('listBooks', { ...books([]), headers: { 'x-total': 'many' } }),
    ).toEqual(['response.header header X-Total']);
  });

  test('one of several Set-Cookie headers must be valid', () => {
    const withCookies = (...cookies: string[]) =>
      responseViolations('pay', { status: 201, headers: { 'set-cookie': cookies } });
    expect(withCookies('a=1', 'receipt=7')).toEqual([]);
    expect(withCookies('a=1', 'b=2')).toEqual(['response.header header Set-Cookie']);
  });

  test('an optional header is validated only if it is present', () => {
    expect(responseViolations('pay', { status: 201 })).toEqual([]);
    expect(responseViolations('pay', { status: 201, headers: { location: 'a b' } })).toHaveLength(
      1,
    );
  });
});
