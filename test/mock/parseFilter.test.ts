import { expect, test } from 'vitest';
import { parseFilter } from '../../mock-api/journal/parseFilter.ts';

const parse = (query: string) => parseFilter(Object.fromEntries(new URLSearchParams(query)));

test.each([
  ['status=ok', 'Filter "status": expected a status, a class such as 4xx, or none, got "ok".'],
  ['status=200,ok', 'Filter "status": expected a status, '],
  ['outcome=complete', 'Filter "outcome": expected one of pending, completed, '],
  ['path=/rest?page=2', 'Filter "path": expected a path without a query, '],
  ['colour=red', 'Unknown filter "colour": expected one of operation, status, key, '],
  ['key=', 'Filter "key": expected a brief id or a user name, got "".'],
  ['body.text~=(a', 'Filter "body.text~": expected a regular expression such as /^hello/i, '],
  ['body.text*=', 'Filter "body.text*": expected a part of the value, got "".'],
  ['header.Accept=', 'Filter "header.Accept": expected a value, got "".'],
  ['header.a b=c', 'Filter "header.a b": expected the name of a header.'],
])('%s is no condition', (query, problem) => {
  expect(() => parse(query)).toThrow(problem);
});

test.each([
  ['status:ok', 'Filter "status": expected a status, '],
  [' ', 'Filter "text": expected a text, got " ".'],
  ['stauts:404', 'got "stauts:404".'],
  ['Hello boddy.text:x', 'got "boddy.text:x".'],
  ['boddy.text*:x', 'got "boddy.text*:x".'],
  ['scenario=slow-brief', 'expected scenario:slow-brief, or text:"scenario=slow-brief" for'],
  ['Text:Hello', 'Filter "text": expected one of operation, status, key, '],
])('a word that looks like a condition, but is none, is an error: %s', (text, problem) => {
  expect(() => parseFilter({ text })).toThrow(problem);
});

test.each([
  ['Re: at 10:42, C:\\news and https://example.com/?a=b', 6],
  ['text:"stauts:404" text:"two words"', 2],
  ['{"text":"a"} a=b "quoted words"', 5],
])('any other text is searched for: %s', (text, words) => {
  expect(parseFilter({ text }).text).toHaveLength(words);
});

test.each([
  ['status=none&text=outcome:completed', 'Filters "status" and "outcome": expected one of them.'],
  ['ended=false&status=200', 'Filters "status" and "ended": expected one of them.'],
])('two conditions about the end contradict each other: %s', (query, problem) => {
  expect(() => parse(query)).toThrow(problem);
});
