import { describe, expect, test } from 'vitest';
import { bodyOf, requestsTo } from '../oneOperation.ts';

const integer = { type: 'integer' };
const text = { type: 'string' };
const texts = { type: 'array', items: text };
const pageOrAll = { oneOf: [{ type: 'integer', minimum: 1 }, { enum: ['all'] }] };
const numberOrNull = { type: ['integer', 'string'], anyOf: [integer, { type: 'null' }] };

test.each(
  Object.entries<{ schema: object; query?: string; value: unknown }>({
    'a scalar with a comma': { schema: text, query: 'a=x%2Cy', value: 'x,y' },
    'a number or a word, given a number': { schema: pageOrAll, value: 5 },
    'a number or a word, given the word': { schema: pageOrAll, query: 'a=all', value: 'all' },
    'a text or a number': { schema: { type: ['string', 'number'] }, value: '5' },
    'a list': { schema: texts, query: 'a=x&b=1&a=y%2Cz', value: ['x', 'y,z'] },
    'nothing, where null is allowed': {
      schema: { type: ['integer', 'null'] },
      query: 'a=',
      value: null,
    },
    'a name with escapes': { schema: text, query: '%61=%2B+', value: '+ ' },
    'a type that both type and anyOf allow': { schema: numberOrNull, value: 5 },
  }),
)('a query parameter can be %s', (_, { schema, query = 'a=5', value }) => {
  const send = requestsTo({ parameters: [{ name: 'a', in: 'query', schema }] });
  expect(send({ query })).toMatchObject({ messages: [], parameters: { query: { a: value } } });
});

test.each(['a=0', 'a=none'])(
  'a query parameter that no alternative allows is invalid: %s',
  (query) => {
    const send = requestsTo({ parameters: [{ name: 'a', in: 'query', schema: pageOrAll }] });
    expect(send({ query }).messages).not.toEqual([]);
  },
);

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

  test.each(
    Object.entries({
      'n=x': 'The body\'s "n" must be of type integer.',
      'n=1&n=2': 'The body\'s "n" must be of type integer.',
      'n=1&a=%e4': 'The body is not percent-encoded UTF-8.',
      'tags=a': 'The body is missing the required property "n".',
    }),
  )('cannot be %s: %s', (body, message) => {
    expect(form({ type, body }).messages).toEqual([message]);
  });
});

test('a number in plain text is validated', () => {
  const send = requestsTo(bodyOf({ type: 'integer', minimum: 5 }, 'text/plain'));
  expect(send({ type: 'text/plain', body: '7' })).toMatchObject({ body: 7, messages: [] });
  expect(send({ type: 'text/plain', body: '4' }).messages).toEqual(['The body must be >= 5.']);
});
