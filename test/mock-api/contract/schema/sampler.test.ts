import { expect, test } from 'vitest';
import { bodyOf, contractOf } from '../../../support/oneOperation.ts';

function mediaOf(schema: object) {
  const [media] = contractOf(bodyOf(schema)).operations[0]?.requestBody?.content ?? [];
  if (!media) throw new Error('The contract has no body.');
  return media;
}

const integer = { type: 'integer' };
const text = { type: 'string' };
const withProperty = (a: object, more: object = {}) => ({ properties: { a }, ...more });

test.each([
  ['a required property without a schema', { required: ['x'], ...withProperty(integer) }],
  ['inherited names', { required: ['constructor', 'toString'] }],
  ['required properties of a map', { required: ['x'], additionalProperties: integer }],
  [
    'a property that allOf narrows',
    {
      allOf: [
        withProperty(text, { required: ['a'] }),
        withProperty({ minLength: 20 }),
        withProperty({ pattern: '^[A-Z]+$' }),
      ],
    },
  ],
  [
    'values that allOf narrows',
    {
      allOf: [
        withProperty({ enum: ['a', 'b'] }, { required: ['a'] }),
        withProperty({ enum: ['b'] }),
      ],
    },
  ],
  [
    'items that allOf narrows',
    { allOf: [{ items: integer, minItems: 2 }, { items: { minimum: 5 } }] },
  ],
  ['no items', { type: 'array', maxItems: 0 }],
  [
    'alternatives with all properties optional',
    { oneOf: [withProperty(text), { properties: { b: integer } }] },
  ],
  [
    'one of two properties',
    { properties: { a: integer, b: integer }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  ['an integer between fractions', { ...integer, exclusiveMinimum: 5.5, exclusiveMaximum: 7.7 }],
  ['a small range', { type: 'number', exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 }],
])('a value is generated for %s', (_, schema) => {
  const { sample, validate } = mediaOf(schema);
  const value = sample('all');
  expect(value).toBeDefined();
  expect(validate(value)).toEqual([]);
});

test('a price has no error of binary fractions', () => {
  const { sample } = mediaOf({ type: 'number', multipleOf: 0.01, minimum: 19.985 });
  expect(sample('all')).toBe(19.99);
});

test('without a valid value, the one with the fewest violations is generated', () => {
  const never = { type: 'string', minLength: 2, maxLength: 1 };
  const { sample } = mediaOf(
    withProperty(integer, { required: ['a', 'b'], allOf: [{ properties: { b: never } }] }),
  );
  expect(sample('all')).toEqual({ a: 1, b: expect.any(String) });
});
