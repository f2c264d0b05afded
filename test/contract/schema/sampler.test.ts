import { expect, test } from 'vitest';
import { createSampler } from '../../../contract/index.ts';
import { bodyOf, contractOf } from '../../support/oneOperation.ts';

function sampleOf(schema: object): unknown {
  const { document, compileRequest: compile } = contractOf(bodyOf(schema));
  const sampler = createSampler(document, { tag: 'tag', omitted: 'readOnly', compile });
  return sampler.sample('/paths/~1x/post/requestBody/content/application~1json/schema');
}

const text = { type: 'string' };
const pattern = { ...text, pattern: '^[A-Z]{3}$' };
const withA = (a: object, more: object = {}) => ({ properties: { a }, ...more });

test.each([
  ['an example', { ...pattern, example: 'ABC' }, 'ABC'],
  ['a default', { ...text, default: 'a' }, 'a'],
  ['a listed value', { enum: ['a', 'b'] }, 'a'],
  ['null', { type: 'null' }, null],
  ['a short text', { ...text, maxLength: 2 }, 'a'],
  ['a text of the shortest length', { ...text, minLength: 5 }, 'tagaa'],
  ['a date', { ...text, format: 'date' }, '2024-02-29'],
  ['a number above a limit', { type: 'integer', exclusiveMinimum: 5 }, 6],
  ['a number in a small range', { type: 'number', minimum: 0.2, maximum: 0.3 }, 0.2],
  ['a list of the shortest length', { type: 'array', minItems: 2, items: text }, ['tag', 'tag']],
  ['the second alternative', { oneOf: [pattern, { type: 'boolean' }] }, true],
  ['an object', withA(text), { a: 'tag' }],
  ['an object without a property of responses', withA({ ...text, readOnly: true }), {}],
  ['an object without an optional pattern', withA(pattern), {}],
  ['nothing for a required pattern', withA(pattern, { required: ['a'] }), undefined],
  ['all parts', { allOf: [withA(text), { required: ['a'] }] }, { a: 'tag' }],
])('a sample is %s', (_, schema, expected) => {
  expect(sampleOf(schema)).toEqual(expected);
});
