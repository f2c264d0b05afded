import { expect, test } from 'vitest';
import { Sampler } from '../../../verifier/values/Sampler.ts';
import { bodyOf, contractOf } from '../../support/oneOperation.ts';

function sampleOf(schema: object): unknown {
  const sampler = new Sampler(contractOf(bodyOf(schema)), 'tag');
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
  ['a text that is cut', { ...text, maxLength: 2 }, 'ta'],
  ['a text of the shortest length', { ...text, minLength: 5 }, 'tagaa'],
  ['a date', { ...text, format: 'date' }, '2024-02-29'],
  ['the smallest number', { type: 'integer', minimum: 5 }, 5],
  ['a number in a small range', { type: 'number', minimum: 0.2, maximum: 0.3 }, 0.2],
  ['a list of one item', { type: 'array', items: text }, ['tag']],
  ['an object', withA(text), { a: 'tag' }],
  ['an object without a property of responses', withA({ ...text, readOnly: true }), {}],
  ['an object without an optional pattern', withA(pattern), {}],
  ['nothing for a required pattern', withA(pattern, { required: ['a'] }), undefined],
  ['all parts', { allOf: [withA(text), { required: ['a'] }] }, { a: 'tag' }],
])('a sample is %s', (_, schema, expected) => {
  expect(sampleOf(schema)).toEqual(expected);
});
