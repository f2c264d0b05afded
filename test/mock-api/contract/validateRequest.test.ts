import { describe, expect, test } from 'vitest';
import { library, requestViolations, validate } from './library.ts';

describe('parameters', () => {
  test('a repeated query parameter is parsed into a list of its items’ type', () => {
    const { parameters, violations } = validate('listBooks', { query: 'shelf=1&shelf=22' });
    expect(parameters.query).toEqual({ shelf: [1, 22] });
    expect(violations).toEqual([]);
  });

  test('a list with explode: false is split at commas', () => {
    expect(validate('listBooks', { query: 'langs=en,de' }).parameters.query).toEqual({
      langs: ['en', 'de'],
    });
    const { violations } = validate('listBooks', { query: 'langs=en,fr' });
    expect(violations).toMatchObject([
      {
        rule: 'request.parameter',
        location: 'query langs/1',
        message: 'The query parameter "langs.1" must be one of "en", "de".',
      },
    ]);
  });

  test('only true and false are parsed into a boolean', () => {
    expect(validate('listBooks', { query: 'lent=true' }).parameters.query).toEqual({ lent: true });
    expect(requestViolations('listBooks', { query: 'lent=yes' })).toEqual([
      'request.parameter query lent',
    ]);
  });

  test('a deepObject parameter is parsed into an object', () => {
    const { parameters, violations } = validate('listBooks', {
      query: 'size[pages]=9&size[tags]=old',
    });
    expect(parameters.query).toEqual({ size: { pages: 9, tags: ['old'] } });
    expect(violations).toEqual([]);
    expect(requestViolations('listBooks', { query: 'size[pages]=9.5' })).toHaveLength(1);
  });

  test('a parameter with JSON content is parsed', () => {
    expect(requestViolations('listBooks', { query: 'where={"room":1}' })).toEqual([]);
    expect(requestViolations('listBooks', { query: 'where={}' })).toEqual([
      'request.parameter query where',
    ]);
  });

  test('a header’s format is validated', () => {
    const headers = { 'x-trace': 'abc' };
    expect(requestViolations('listBooks', { headers })).toEqual([
      'request.parameter header X-Trace',
    ]);
  });

  test('a cookie’s value is validated as it was sent', () => {
    const withCookie = (cookie: string) => validate('listBooks', { headers: { cookie } });
    expect(withCookie('a=1; theme=x=y%2').parameters.cookie).toEqual({ theme: 'x=y%2' });
    expect(withCookie('theme="dark"').violations).toHaveLength(1);
    expect(withCookie('atheme=1; theme').parameters.cookie).toEqual({});
  });

  test('a parameter of a path item applies to its operations', () => {
    const headers = { authorization: 'Bearer x' };
    expect(validate('readBook', { headers, pathValues: { id: '7' } }).parameters.path).toEqual({
      id: 7,
    });
    expect(requestViolations('readBook', { headers, pathValues: { id: 'seven' } })).toEqual([
      'request.parameter path id',
    ]);
  });

  test('a missing required parameter is a violation', () => {
    const pathValues = { id: '7' };
    expect(requestViolations('DELETE /books/{id}', { pathValues })).toEqual([
      'request.parameter query reason',
    ]);
    expect(requestViolations('DELETE /books/{id}', { pathValues, query: 'reason=' })).toEqual([]);
  });

  test('a missing optional parameter is not a violation', () => {
    expect(requestViolations('listBooks')).toEqual([]);
  });
});

describe('credentials', () => {
  const pathValues = { id: '7' };

  test('an operation without security inherits the document’s', () => {
    expect(requestViolations('readBook', { pathValues })).toEqual([
      'request.credentials credentials',
    ]);
    expect(
      requestViolations('readBook', { pathValues, headers: { authorization: 'bearer x' } }),
    ).toEqual([]);
  });

  test('credentials of another scheme are a violation', () => {
    const headers = { authorization: 'Basic x' };
    expect(requestViolations('readBook', { pathValues, headers })).toHaveLength(1);
  });

  test('an empty security alternative requires no credentials', () => {
    expect(requestViolations('pay')).toEqual([]);
  });
});

describe('bodies', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test('a body must match an alternative of oneOf', () => {
    expect(requestViolations('pay', { headers: json, body: '{"card":"1234"}' })).toEqual([]);
    expect(requestViolations('pay', { headers: json, body: '{"cash":null}' })).toEqual([]);
    expect(requestViolations('pay', { headers: json, body: '{"coins":1}' })).not.toEqual([]);
  });

  test('JSON values are not coerced', () => {
    expect(requestViolations('pay', { headers: json, body: '{"cash":"5"}' })).not.toEqual([]);
  });

  test('form fields are parsed into the types of their schemas', () => {
    const { body, violations } = validate('pay', {
      headers: form,
      body: 'pages=12&tags=a%26b&tags=c',
    });
    expect(body).toEqual({ pages: 12, tags: ['a&b', 'c'] });
    expect(violations).toEqual([]);
    expect(requestViolations('pay', { headers: form, body: 'pages=twelve&x=1' })).toEqual([
      'request.body body',
      'request.body body/pages',
    ]);
  });

  test('digits in a form stay a string if the schema allows strings', () => {
    const { body } = validate('pay', { headers: form, body: 'pages=1&shelfMark=7' });
    expect(body).toEqual({ pages: 1, shelfMark: '7' });
  });

  test('a body that is malformed for its media type is a syntax violation', () => {
    expect(requestViolations('pay', { headers: json, body: '{"card":' })).toEqual([
      'request.syntax body',
    ]);
  });

  test('an undeclared or missing media type is a violation', () => {
    const headers = { 'content-type': 'text/plain' };
    expect(requestViolations('pay', { headers, body: 'x' })).toEqual(['request.media-type body']);
    expect(requestViolations('pay', { body: 'x' })).toEqual(['request.media-type body']);
  });

  test('a missing optional body is not a violation', () => {
    expect(requestViolations('pay')).toEqual([]);
  });
});

test('a violation has the line of the violated keyword', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const [violation] = validate('pay', { headers, body: 'tags=x' }).violations;
  expect(violation).toMatchObject({
    message: 'The body is missing the required property "pages".',
    keyword: 'required',
    pointer: '/components/schemas/Size/required',
  });
  expect(library.source.split('\n')[(violation?.line ?? 0) - 1]).toContain('required: [pages]');
});
