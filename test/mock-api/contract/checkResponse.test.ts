import { describe, expect, test } from 'vitest';
import { answerFaults } from './library.ts';

const books = (body: unknown) => ({
  type: 'application/json',
  headers: { 'x-total': '1' },
  body: JSON.stringify(body),
});
const book = { title: 'Bread', parent: null };

describe('bodies', () => {
  test('an answer as declared has no fault', () => {
    expect(answerFaults('listBooks', books([book]))).toEqual([]);
  });

  test('a fault deep inside a recursive schema is found', () => {
    const nested = { title: 'B', parent: { title: 'A', parent: { title: 1, parent: null } } };
    expect(answerFaults('listBooks', books([nested]))).toContain(
      'response.body body/0/parent/parent/title',
    );
  });

  test('a body that breaks off is a fault of syntax', () => {
    expect(answerFaults('listBooks', { ...books([]), body: '[{"title"' })).toEqual([
      'response.syntax body',
    ]);
  });

  test('bytes that are no UTF-8 are a fault of syntax', () => {
    const body = Uint8Array.of(0x22, 0xff, 0x22);
    expect(answerFaults('listBooks', { ...books([]), body })).toEqual(['response.syntax body']);
  });

  test('an empty body where one is declared is a fault', () => {
    expect(answerFaults('listBooks', { ...books([]), body: '' })).toEqual(['response.syntax body']);
  });

  test('content of a kind that is not looked into passes', () => {
    expect(answerFaults('newestBook', { type: 'image/png', body: '\u0089PNG' })).toEqual([]);
  });
});

describe('statuses', () => {
  test('one that is not declared is a fault', () => {
    expect(answerFaults('readBook', { status: 500 })).toEqual(['response.status status 500']);
  });

  test('a range describes what has no entry of its own', () => {
    const type = 'application/problem+json';
    const total = { 'x-total': '1' };
    expect(
      answerFaults('listBooks', { status: 418, type, body: '{"title":"x"}', headers: total }),
    ).toEqual([]);
    expect(answerFaults('listBooks', { status: 418, type, body: '{}' })).toEqual([
      'response.body body',
    ]);
  });

  test('the default describes the rest', () => {
    expect(answerFaults('listBooks', { status: 503, type: 'text/plain', body: 'later' })).toEqual(
      [],
    );
    expect(answerFaults('listBooks', { status: 503, type: 'text/plain', body: 'not now' })).toEqual(
      ['response.body body'],
    );
  });

  test('204 has no body', () => {
    expect(answerFaults('readBook', { status: 204 })).toEqual([]);
    expect(answerFaults('readBook', { status: 204, body: 'x' })).toEqual(['response.body body']);
  });

  test('a body is a fault where the contract declares none', () => {
    expect(answerFaults('pay', { status: 201 })).toEqual([]);
    expect(answerFaults('pay', { status: 201, type: 'text/plain', body: 'x' })).toEqual([
      'response.body body',
    ]);
  });
});

describe('media types', () => {
  test('one that is not declared is a fault, none at all too', () => {
    expect(answerFaults('listBooks', { ...books([]), type: 'text/html' })).toEqual([
      'response.media-type body',
    ]);
    expect(answerFaults('listBooks', { headers: { 'x-total': '1' }, body: '[]' })).toEqual([
      'response.media-type body',
    ]);
  });

  test('case and charset do not matter, but JSON in another charset does', () => {
    const type = 'Application/JSON;charset="UTF-8"';
    expect(answerFaults('listBooks', { ...books([]), type })).toEqual([]);
    const latin = 'application/json; charset=iso-8859-1';
    expect(answerFaults('listBooks', { ...books([]), type: latin })).toEqual([
      'response.media-type body',
    ]);
  });

  test('parameters that the contract names have to be there', () => {
    const body = JSON.stringify(book);
    const type = 'application/vnd.library+json';
    expect(answerFaults('readBook', { type: `${type}; version=2`, body })).toEqual([]);
    expect(answerFaults('readBook', { type: `${type}; version=1`, body })).toHaveLength(1);
  });
});

describe('headers', () => {
  test('a required one that is missing is a fault', () => {
    expect(answerFaults('listBooks', { ...books([]), headers: {} })).toEqual([
      'response.header header X-Total',
    ]);
  });

  test('one of the wrong type is a fault', () => {
    expect(answerFaults('listBooks', { ...books([]), headers: { 'x-total': 'many' } })).toEqual([
      'response.header header X-Total',
    ]);
  });

  test('an optional one may be left out, but has to have its format', () => {
    expect(answerFaults('pay', { status: 201 })).toEqual([]);
    expect(answerFaults('pay', { status: 201, headers: { location: 'a b' } })).toHaveLength(1);
  });
});
