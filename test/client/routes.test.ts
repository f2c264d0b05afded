import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pageAt, readFeedbackParams } from '../../client/routes.ts';

const { minLength, maxLength, pattern } = parse(readFileSync('openapi.yaml', 'utf8')).components
  .schemas.RouteId;
const isInContract = (id: string) =>
  id.length >= minLength && id.length <= maxLength && new RegExp(pattern, 'u').test(id);
const isTaken = (id: string) =>
  readFeedbackParams({ subscriberId: '1', briefId: id }) !== undefined;

const everyAsciiCharacter = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

test.each([
  ...everyAsciiCharacter.map((character) => `a${character}`),
  ...['', '.', '..', '...', '.a', 'é', '漢', '../x', '%2e%2e'],
  '{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
])('the client takes the id %j exactly when the contract does', (id) => {
  expect(isTaken(id)).toBe(isInContract(id));
});

test('the longest id that is taken has 128 characters, in the client and in the contract', () => {
  expect([isTaken('a'.repeat(128)), isTaken('a'.repeat(129)), isTaken('a'.repeat(10_240))]).toEqual(
    [true, false, false],
  );
  expect(maxLength).toBe(128);
});

test.each([
  ['/', 'index'],
  ['/1/2/contact', 'feedback'],
  ['/1/2/contact/', 'feedback'],
  ['/%7B1%7D/2/contact', 'feedback'],
  ['/1/2', 'unknown'],
  ['/1/2/contact/more', 'unknown'],
  ['/1//contact', 'unknown'],
  ['/1/../contact', 'unknown'],
  ['/1/%2e%2e/contact', 'unknown'],
  ['/1/..%252F..%252Fx/contact', 'unknown'],
  ['/1/%E0%A4%A/contact', 'unknown'],
  ['/1/a;b/contact', 'unknown'],
])('the path %j names the page %j', (path, page) => {
  expect(pageAt(path)).toBe(page);
});
