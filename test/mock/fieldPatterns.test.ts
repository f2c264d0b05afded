import { expect, test } from 'vitest';
import { evaluateFields, type FieldPatterns } from '../../mock-api/scenarios/fieldPatterns.ts';

const owners = {
  body: {
    topics: ['a "fresh" one', 'two\nAnd more'],
    authors: [{ name: 'Jane' }, { name: 'Joe', age: 7 }],
    empty: '',
    none: [],
  },
  header: { accept: 'text/html', 'content-length': '7' },
  query: 'page=1&page=2&page=two&q=a+b',
};

const met: FieldPatterns[] = [
  { body: { topics: { contains: '"fresh"' } } },
  { body: { topics: 'a "fresh" one' } },
  { body: { topics: ['one', { contains: 'two' }] } },
  { body: { authors: 'Joe' } },
  { body: { authors: 7 } },
  { body: { 'authors.1.age': 7 } },
  { body: { 'authors.1.age': { contains: '7' } } },
  { body: { empty: '' } },
  { header: { Accept: { contains: 'html' } } },
  { header: { 'Content-Length': 7 } },
  { query: { page: '2' } },
  { query: { page: 1, q: 'a b' } },
  { query: { page: { contains: 'wo' } } },
];

const unmet: FieldPatterns[] = [
  { body: { topics: { contains: '\\"fresh' } } },
  { body: { topics: { contains: 'nAnd' } } },
  { body: { 'topics.0': { contains: 'two' } } },
  { body: { authors: '7' } },
  { body: { topics: ['one', { contains: 'three' }] } },
  { body: { authors: 'Joe', empty: 'a' } },
  { body: { none: { contains: 'a' } } },
  { body: { toString: { contains: 'a' } } },
  { header: { Accept: 'text' } },
  { query: { page: '3' } },
  { query: { page: '1', q: 'a' } },
];

test.each([
  ...met.map((patterns) => ({ patterns, isMet: true })),
  ...unmet.map((patterns) => ({ patterns, isMet: false })),
])(
  'a value, a part or one of a list must apply to each field: $patterns',
  ({ patterns, isMet }) => {
    const evaluations = evaluateFields(owners, patterns);
    expect(evaluations.every((one) => one.isMet)).toBe(isMet);
  },
);
