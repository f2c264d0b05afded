import { expect, test } from 'vitest';
import { evaluateFields, type FieldMatcher } from '../../../mock-api/scenarios/matchFields.ts';

const owners = {
  body: {
    topics: ['a "fresh" one', 'two\nAnd more'],
    authors: [{ name: 'Jane' }, { name: 'Joe', age: 7 }],
  },
  header: {},
  query: 'page=1&page=2',
};

test.each<[field: string, matcher: FieldMatcher, isMet: boolean]>([
  ['topics', { contains: '"fresh"' }, true],
  ['topics', { contains: '\\"fresh' }, false],
  ['topics', { contains: 'nAnd' }, false],
  ['topics', { matches: '/^two/' }, true],
  ['topics', 'a "fresh" one', true],
  ['topics', { is: '["a \\"fresh\\" one","two\\nAnd more"]' }, true],
  ['topics.0', { contains: 'two' }, false],
  ['authors', 'Joe', true],
  ['authors', 7, true],
  ['authors', '7', false],
  ['authors.1.age', { is: '7' }, true],
  // Both parts must be true of one value.
  ['topics', { contains: 'fresh', matches: '/^two/' }, false],
])('a value in a list or an object meets a condition: %s %j', (field, matcher, isMet) => {
  const [evaluation] = evaluateFields(owners, { body: { [field]: matcher } });
  expect(evaluation?.isMet).toBe(isMet);
});
