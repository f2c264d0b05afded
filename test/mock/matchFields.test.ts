import { expect, test } from 'vitest';
import { evaluateFields, type FieldMatcher } from '../../mock-api/scenarios/matchFields.ts';

const owners = {
  body: {
    topics: ['a "fresh" one', 'two\nAnd more'],
    authors: [{ name: 'Jane' }, { name: 'Joe', age: 7 }],
  },
  header: {},
  query: 'page=1&page=2',
};

test.each<{ field: string; matcher: FieldMatcher; isMet: boolean }>([
  { field: 'topics', matcher: { contains: '"fresh"' }, isMet: true },
  { field: 'topics', matcher: { contains: '\\"fresh' }, isMet: false },
  { field: 'topics', matcher: { contains: 'nAnd' }, isMet: false },
  { field: 'topics', matcher: { matches: '/^two/' }, isMet: true },
  { field: 'topics', matcher: 'a "fresh" one', isMet: true },
  { field: 'topics', matcher: { is: '["a \\"fresh\\" one","two\\nAnd more"]' }, isMet: true },
  { field: 'topics.0', matcher: { contains: 'two' }, isMet: false },
  { field: 'authors', matcher: 'Joe', isMet: true },
  { field: 'authors', matcher: 7, isMet: true },
  { field: 'authors', matcher: '7', isMet: false },
  { field: 'authors.1.age', matcher: { is: '7' }, isMet: true },
  // Both parts must be true of one value.
  { field: 'topics', matcher: { contains: 'fresh', matches: '/^two/' }, isMet: false },
])(
  'a value in a list or an object meets a condition: $field $matcher',
  ({ field, matcher, isMet }) => {
    const [evaluation] = evaluateFields(owners, { body: { [field]: matcher } });
    expect(evaluation?.isMet).toBe(isMet);
  },
);
