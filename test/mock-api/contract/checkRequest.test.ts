import { describe, expect, test } from 'vitest';
import { library, read, requestFaults } from './library.ts';

describe('parameters', () => {
  test('a repeated query parameter is a list of its items’ type', () => {
    const { parameters, faults } = read('listBooks', { query: 'shelf=1&shelf=22' });
    expect(parameters.query).toEqual({ shelf: [1, 22] });
    expect(faults).toEqual([]);
  });

  test('a list that is not exploded is split at its commas', () => {
    expect(read('listBooks', { query: 'langs=en,de' }).parameters.query).toEqual({
      langs: ['en', 'de'],
    });
    expect(requestFaults('listBooks', { query: 'langs=en,fr' })).toEqual([
      'request.parameter query langs/1',
    ]);
  });

  test('a boolean is read from its two words and from nothing else', () => {
    expect(read('listBooks', { query: 'lent=true' }).parameters.query).toEqual({ lent: true });
    expect(requestFaults('listBooks', { query: 'lent=yes' })).toEqual([
      'request.parameter query lent',
    ]);
  });

  test('a deep object is gathered from its brackets', () => {
    const { parameters, faults } = read('listBooks', { query: 'size[pages]=9&size[tags]=old' });
    expect(parameters.query).toEqual({ size: { pages: 9, tags: ['old'] } });
    expect(faults).toEqual([]);
    expect(requestFaults('listBooks', { query: 'size[pages]=9.5' })).toHaveLength(1);
  });

  test('a parameter that carries JSON is parsed', () => {
    expect(requestFaults('listBooks', { query: 'where={"room":1}' })).toEqual([]);
    expect(requestFaults('listBooks', { query: 'where={}' })).toEqual([
      'request.parameter query where',
    ]);
  });

  test('a header’s format counts', () => {
    const headers = { 'x-trace': 'abc' };
    expect(requestFaults('listBooks', { headers })).toEqual(['request.parameter header X-Trace']);
  });

  test('a path parameter declared for the whole path counts for each operation', () => {
    const headers = { authorization: 'Bearer x' };
    expect(read('readBook', { headers, pathValues: { id: '7' } }).parameters.path).toEqual({
      id: 7,
    });
    expect(requestFaults('readBook', { headers, pathValues: { id: 'seven' } })).toEqual([
      'request.parameter path id',
    ]);
  });

  test('a required parameter that is missing is a fault', () => {
    const pathValues = { id: '7' };
    expect(requestFaults('DELETE /books/{id}', { pathValues })).toEqual([
      'request.parameter query reason',
    ]);
    expect(requestFaults('DELETE /books/{id}', { pathValues, query: 'reason=' })).toEqual([]);
  });

  test('an optional parameter may be left out', () => {
    expect(requestFaults('listBooks')).toEqual([]);
  });
});

describe('credentials', () => {
  const pathValues = { id: '7' };

  test('an operation without security of its own takes the document’s', () => {
    expect(requestFaults('readBook', { pathValues })).toEqual(['request.credentials credentials']);
    expect(
      requestFaults('readBook', { pathValues, headers: { authorization: 'bearer x' } }),
    ).toEqual([]);
  });

  test('another scheme’s credentials do not count', () => {
    const headers = { authorization: 'Basic x' };
    expect(requestFaults('readBook', { pathValues, headers })).toHaveLength(1);
  });

  test('an empty alternative asks for nothing', () => {
    expect(requestFaults('pay')).toEqual([]);
  });
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('either branch of a choice is good, none of them is a fault', () => {
    expect(requestFaults('pay', { headers: json, body: '{"card":"1234"}' })).toEqual([]);
    expect(requestFaults('pay', { headers: json, body: '{"cash":null}' })).toEqual([]);
    expect(requestFaults('pay', { headers: json, body: '{"coins":1}' })).not.toEqual([]);
  });

  test('JSON is never coerced', () => {
    expect(requestFaults('pay', { headers: json, body: '{"cash":"5"}' })).not.toEqual([]);
  });

  test('a form is text on the wire and is read as its schema’s types', () => {
    const { body, faults } = read('pay', { headers: form, body: 'pages=12&tags=a%26b&tags=c' });
    expect(body).toEqual({ pages: 12, tags: ['a&b', 'c'] });
    expect(faults).toEqual([]);
    expect(requestFaults('pay', { headers: form, body: 'pages=twelve&x=1' })).toEqual([
      'request.body body',
      'request.body body/pages',
    ]);
  });

  test('a form’s digits stay text where text is allowed', () => {
    const { body } = read('pay', { headers: form, body: 'pages=1&shelfMark=7' });
    expect(body).toEqual({ pages: 1, shelfMark: '7' });
  });

  test('a body that is not what its label says is a fault of syntax', () => {
    expect(requestFaults('pay', { headers: json, body: '{"card":' })).toEqual([
      'request.syntax body',
    ]);
  });

  test('a media type that is not declared is a fault', () => {
    const headers = { 'content-type': 'text/plain' };
    expect(requestFaults('pay', { headers, body: 'x' })).toEqual(['request.media-type body']);
    expect(requestFaults('pay', { body: 'x' })).toEqual(['request.media-type body']);
  });

  test('a body that is not required may be missing', () => {
    expect(requestFaults('pay')).toEqual([]);
  });
});

test('a fault names the line of the contract that says so', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const [fault] = read('pay', { headers, body: 'tags=x' }).faults;
  expect(fault).toMatchObject({
    message: 'The body lacks "pages".',
    keyword: 'required',
    pointer: '/components/schemas/Size/required',
  });
  expect(library.source.split('\n')[(fault?.line ?? 0) - 1]).toContain('required: [pages]');
});
