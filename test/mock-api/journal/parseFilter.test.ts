import { expect, test } from 'vitest';
import { parseFilter } from '../../../mock-api/journal/parseFilter.ts';

function problemsOf(query: string): string {
  return parseFilter(Object.fromEntries(new URLSearchParams(query))).problems.join(' ');
}

test.each([
  ['status=ok', 'Filter "status": expected a status, a class such as 4xx, or none, got "ok".'],
  ['status=200,ok', 'Filter "status": expected a status, '],
  ['outcome=complete', 'Filter "outcome": did you mean completed, got "complete".'],
  ['path=/rest?page=2', 'Filter "path": expected a path without a query, '],
  ['key=', 'Filter "key": expected a brief id or a user name, got "".'],
  ['body.text~=(a', 'Filter "body.text~": expected a regular expression such as /^hello/i, '],
  ['body.text*=', 'Filter "body.text*": expected a part of the value, got "".'],
  ['header.Accept=', 'Filter "header.Accept": expected a value, got "".'],
  ['header.a b=c', 'Filter "header.a b": expected the name of a header.'],
])('%s is no condition', (query, problem) => {
  expect(problemsOf(query)).toContain(problem);
});

test.each([
  ['text=status:ok', 'Filter "status": expected a status, '],
  ['text= ', 'Filter "text": expected a text, got "".'],
  ['text=Text:Hello', 'Filter "text": did you mean text, got "Text:Hello".'],
  [
    'text=scenario%3Dslow-brief',
    'Filter "text": did you mean scenario, got "scenario=slow-brief".',
  ],
  ['text=stat:404', 'Filter "text": did you mean status, got "stat:404".'],
  ['text=stauts:404', 'Filter "text": did you mean status, got "stauts:404".'],
  ['text=Hello boddy.text:x', 'Filter "text": did you mean body, got "boddy.text:x".'],
])('a word that is probably a condition is none: %s', (query, problem) => {
  expect(problemsOf(query)).toContain(problem);
});

test.each([
  ['status=none&text=outcome:completed', 'Filters "status" and "outcome": expected one of them.'],
  ['ended=false&status=200', 'Filters "status" and "ended": expected one of them.'],
])('two conditions about the end contradict each other: %s', (query, problem) => {
  expect(problemsOf(query)).toBe(problem);
});

test('all problems are found at once', () => {
  const { filter, problems } = parseFilter({
    colour: 'red',
    status: 'ok',
    key: ['a', 'b'],
    after: '1',
  });
  expect(problems).toEqual([
    expect.stringContaining('Unknown filter "colour": expected one of operation, status, key, '),
    expect.stringContaining('Filter "status": expected a status'),
    'Filter "key": expected one value, got ["a","b"].',
  ]);
  expect(filter).toEqual({ after: 1 });
});
