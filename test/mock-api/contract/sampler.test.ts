import { expect, test } from 'vitest';
import { contractOf } from '../../support/oneOperation.ts';

function mediaOf(schema: object) {
  const responses = { 200: { description: 'Some.', content: { 'application/json': { schema } } } };
  const [media] = contractOf({ responses }).operations[0]?.responses[0]?.content ?? [];
  if (!media) throw new Error('The contract has no response.');
  return media;
}

const integer = { type: 'integer' };
const withProperty = (a: object, more: object = {}) => ({ properties: { a }, ...more });

test.each([
  ['a required property without a schema', { required: ['x'], ...withProperty(integer) }],
  ['inherited names', { required: ['constructor', 'toString'] }],
  ['a number of properties', { type: 'object', minProperties: 3, ...withProperty(integer) }],
  [
    'properties with a pattern',
    { minProperties: 1, patternProperties: { '^x-': integer }, additionalProperties: false },
  ],
  [
    'names with a pattern',
    { type: 'object', minProperties: 1, propertyNames: { pattern: '^[A-Z]$' } },
  ],
  ['a dependent property', { ...withProperty(integer), dependentRequired: { a: ['b'] } }],
  ['a condition', { type: 'object', if: { required: ['a'] }, else: { required: ['b'] } }],
  [
    'a property that allOf narrows',
    {
      allOf: [
        withProperty({ type: 'string' }, { required: ['a'] }),
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
    { allOf: [{ items: integer, minItems: 1 }, { items: { minimum: 5 } }] },
  ],
  ['a tuple with a rest', { prefixItems: [integer], minItems: 3, items: { type: 'string' } }],
  ['contained items', { type: 'array', contains: { const: 7 }, minContains: 2, items: integer }],
  ['no items', { type: 'array', maxItems: 0 }],
  [
    'different words',
    { type: 'array', uniqueItems: true, minItems: 3, items: { enum: ['a', 'b', 'c'] } },
  ],
  [
    'different objects',
    { uniqueItems: true, minItems: 3, items: withProperty(integer, { required: ['a'] }) },
  ],
  [
    'alternatives with all properties optional',
    { oneOf: [withProperty({ type: 'string' }), { properties: { b: integer } }] },
  ],
  [
    'one of two properties',
    { properties: { a: integer, b: integer }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
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
