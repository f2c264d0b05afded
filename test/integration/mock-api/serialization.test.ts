import { describe, expect, test } from 'vitest';
import { bodyOf, requestsTo } from '../../support/oneOperation.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const pageOrAll = { oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }] };
const numberOrNull = { type: ['integer', 'string'], anyOf: [integer, { type: 'null' }] };

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
    ['a type that both type and anyOf allow', { schema: numberOrNull }, 'a=5', 5],
  ])('can be %s', (_, parameter, query, value) => {
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
    ['a list with one text', 'n=1&tags=a%2Cb', { n: 1, tags: ['a,b'] }],
    ['an unknown field twice', 'n=1&other=a&other=b', { n: 1, other: ['a', 'b'] }],
    ['plus signs and spaces', 'n=1&sum=1%2B1+%3D+2', { n: 1, sum: '1+1 = 2' }],
  ])('can have %s', (_, body, value) => {
    expect(form({ type, body })).toMatchObject({ body: value, messages: [] });
  });

  test.each([
    ['a word as a number', 'n=x', 'The body\'s "n" must be of type integer.'],
    ['a number twice', 'n=1&n=2', 'The body\'s "n" must be of type integer.'],
    ['no required field', 'tags=a', 'The body is missing the required property "n".'],
  ])('cannot have %s', (_, body, message) => {
    expect(form({ type, body }).messages).toEqual([message]);
  });
});

const price = { type: 'number', multipleOf: 0.01 };

test.each([
  [price, '19.99', 19.99],
  [price, '1234567.89', 1234567.89],
  [integer, '9223372036854775807', 2 ** 63],
])('of %j, the number %s is valid', (schema, body, value) => {
  const send = requestsTo(bodyOf(schema));
  expect(send({ type: 'application/json', body })).toMatchObject({ body: value, messages: [] });
});

test('a number in plain text is validated', () => {
  const send = requestsTo(bodyOf({ type: 'integer', minimum: 5 }, 'text/plain'));
  expect(send({ type: 'text/plain', body: '7' })).toMatchObject({ body: 7, messages: [] });
  expect(send({ type: 'text/plain', body: '4' }).messages).toEqual(['The body must be >= 5.']);
});

test('a required property is not inherited', () => {
  const send = requestsTo(bodyOf({ required: ['constructor', 'toString'] }));
  expect(send({ type: 'application/json', body: '{"toString":1}' }).messages).toEqual([
    'The body is missing the required property "constructor".',
  ]);
});
