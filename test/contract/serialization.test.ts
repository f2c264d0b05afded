import { describe, expect, test } from 'vitest';
import { bodyOf, requestsTo } from '../oneOperation.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const pageOrAll = { oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }] };
const numberOrNull = { type: ['integer', 'string'], anyOf: [integer, { type: 'null' }] };

describe('a query parameter', () => {
  test.each([
    { what: 'a scalar with a comma', parameter: { schema: text }, query: 'a=x%2Cy', value: 'x,y' },
    {
      what: 'a number or a word, given a number',
      parameter: { schema: pageOrAll },
      query: 'a=5',
      value: 5,
    },
    {
      what: 'a number or a word, given the word',
      parameter: { schema: pageOrAll },
      query: 'a=all',
      value: 'all',
    },
    {
      what: 'a text or a number',
      parameter: { schema: { type: ['string', 'number'] } },
      query: 'a=5',
      value: '5',
    },
    { what: 'a list', parameter: { schema: texts }, query: 'a=x&b=1&a=y%2Cz', value: ['x', 'y,z'] },
    {
      what: 'nothing, where null is allowed',
      parameter: { schema: { type: ['integer', 'null'] } },
      query: 'a=',
      value: null,
    },
    { what: 'a name with escapes', parameter: { schema: text }, query: '%61=%2B+', value: '+ ' },
    {
      what: 'a type that both type and anyOf allow',
      parameter: { schema: numberOrNull },
      query: 'a=5',
      value: 5,
    },
  ])('can be $what', ({ parameter, query, value }) => {
    const send = requestsTo({ parameters: [{ name: 'a', in: 'query', ...parameter }] });
    expect(send({ query })).toMatchObject({ messages: [], parameters: { query: { a: value } } });
  });

  test.each(['a=0', 'a=none'])('that no alternative allows is invalid: %s', (query) => {
    const send = requestsTo({ parameters: [{ name: 'a', in: 'query', schema: pageOrAll }] });
    expect(send({ query }).messages).not.toEqual([]);
  });

  test('with the name of an inherited property may be missing', () => {
    const parameter = { name: 'constructor', in: 'query', required: true, schema: integer };
    const send = requestsTo({ parameters: [parameter] });
    expect(send({}).messages).toEqual(['The query parameter "constructor" is missing.']);
  });
});

const fields = { type: 'object', required: ['n'], properties: { n: integer, tags: texts } };
const form = requestsTo(bodyOf(fields, 'application/x-www-form-urlencoded'));
const type = 'application/x-www-form-urlencoded';

describe('a form', () => {
  test.each([
    { what: 'a list with one text', body: 'n=1&tags=a%2Cb', value: { n: 1, tags: ['a,b'] } },
    {
      what: 'an unknown field twice',
      body: 'n=1&other=a&other=b',
      value: { n: 1, other: ['a', 'b'] },
    },
    { what: 'plus signs and spaces', body: 'n=1&sum=1%2B1+%3D+2', value: { n: 1, sum: '1+1 = 2' } },
  ])('can have $what', ({ body, value }) => {
    expect(form({ type, body })).toMatchObject({ body: value, messages: [] });
  });

  test.each([
    ['a word as a number', 'n=x', 'The body\'s "n" must be of type integer.'],
    ['a number twice', 'n=1&n=2', 'The body\'s "n" must be of type integer.'],
    ['half an escape', 'n=1&a=%e4', 'The body is not percent-encoded UTF-8.'],
    ['no required field', 'tags=a', 'The body is missing the required property "n".'],
  ])('cannot have %s', (_, body, message) => {
    expect(form({ type, body }).messages).toEqual([message]);
  });
});

test('a number in plain text is validated', () => {
  const send = requestsTo(bodyOf({ type: 'integer', minimum: 5 }, 'text/plain'));
  expect(send({ type: 'text/plain', body: '7' })).toMatchObject({ body: 7, messages: [] });
  expect(send({ type: 'text/plain', body: '4' }).messages).toEqual(['The body must be >= 5.']);
});
