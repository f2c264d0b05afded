import { describe, expect, test } from 'vitest';
import { bodyOf, requestsTo } from '../../support/oneOperation.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const pageOrAll = { oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }] };
const texts = { type: 'array', items: text };

describe('a query parameter', () => {
  test.each([
    ['a scalar with a comma', { schema: text }, 'a=x%2Cy', 'x,y'],
    ['a number or a word, given a number', { schema: pageOrAll }, 'a=5', 5],
    ['a number or a word, given the word', { schema: pageOrAll }, 'a=all', 'all'],
    ['a text or a number', { schema: { type: ['string', 'number'] } }, 'a=5', '5'],
    ['a list', { schema: texts }, 'a=x&b=1&a=y%2Cz', ['x', 'y,z']],
    ['a list with commas', { schema: texts, explode: false }, 'a=x%2Cy,z', ['x,y', 'z']],
    ['nothing, where null is allowed', { schema: { type: ['integer', 'null'] } }, 'a=', null],
    ['a name with escapes', { schema: text }, '%61=%2B+', '+ '],
    [
      'a type that both type and anyOf allow',
      { schema: { type: ['integer', 'string'], anyOf: [integer, { type: 'null' }] } },
      'a=5',
      5,
    ],
  ])('%s', (_, parameter, query, value) => {
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

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const schema = {
  type: 'object',
  required: ['n'],
  properties: { n: integer, tags: texts, data: { type: 'object', properties: { x: integer } } },
};
const price = { type: 'number', multipleOf: 0.01 };

test.each([
  [form, schema, 'n=1&tags=a%2Cb', { n: 1, tags: ['a,b'] }],
  [form, schema, `n=1&data=${encodeURIComponent('{"x":2}')}`, { n: 1, data: { x: 2 } }],
  [form, schema, 'n=1&other=a&other=b', { n: 1, other: ['a', 'b'] }],
  [form, schema, 'n=1&sum=1%2B1+%3D+2', { n: 1, sum: '1+1 = 2' }],
  [form, { additionalProperties: integer }, 'a=1', { a: 1 }],
  ['text/plain', integer, '7', 7],
  [json, price, '19.99', 19.99],
  [json, price, '1234567.89', 1234567.89],
  [json, integer, '9223372036854775807', 2 ** 63],
])('a body of %s is parsed with %j: %s', (type, schema, body, value) => {
  expect(requestsTo(bodyOf(schema, type))({ type, body })).toMatchObject({
    body: value,
    messages: [],
  });
});

test.each([
  [form, schema, 'n=x', 'The body\'s "n" must be of type integer.'],
  [form, schema, 'n=1&n=2', 'The body\'s "n" must be of type integer.'],
  [
    form,
    schema,
    'n=1&data=%7B%22x%22%3A%22y%22%7D',
    'The body\'s "data.x" must be of type integer.',
  ],
  [form, schema, 'tags=a', 'The body is missing the required property "n".'],
  ['text/plain', { type: 'integer', minimum: 5 }, '4', 'The body must be >= 5.'],
  [json, price, '19.999', 'The body must be multiple of 0.01.'],
  [
    json,
    { required: ['constructor', 'toString'] },
    '{"toString":1}',
    'The body is missing the required property "constructor".',
  ],
])('a body of %s is invalid for %j: %s', (type, schema, body, message) => {
  expect(requestsTo(bodyOf(schema, type))({ type, body }).messages).toEqual([message]);
});
