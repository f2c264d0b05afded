import { beforeAll, expect, test } from 'vitest';
import {
  getBrief,
  shareTestMock,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { waitForEntries } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();

/** The requests in the journal, by what they are in the tests. */
const requests = ['Anna', 'Ben', 'Anna again', 'Anna lost', 'unknown id', 'unknown path'];

beforeAll(async () => {
  const messages = [
    { briefId: 'daily-harvest.anna', text: 'From Anna' },
    { briefId: 'daily-harvest.ben', text: 'From Ben' },
    { briefId: 'food-and-drink.anna', text: 'From Anna again' },
  ];
  for (const message of messages) await submit(mock(), message);
  const lost = await submit(mock(), { briefId: 'truncated-submission.anna', text: 'Lost' });
  await lost.text().catch(() => {});
  await getBrief(mock(), 'unheard-of.anna?page=2');
  await fetch(`${mock().url}/rest/nowhere?page=3`);
  await waitForEntries(mock().journal, { ended: true }, { count: requests.length });
});

async function select(query: string): Promise<(string | undefined)[]> {
  const response = await fetch(`${mock().url}/mock/journal?${encodeURI(query)}`);
  const { entries } = (await response.json()) as { entries: { id: number }[] };
  return entries.map(({ id }) => requests[id - 1]);
}

test.each([
  ['body.text=From Anna', ['Anna']],
  ['body.text*=Anna', ['Anna', 'Anna again']],
  ['body.text~=/anna$/i', ['Anna']],
  ['body.subscriberId=3141592', ['Anna', 'Ben', 'Anna again', 'Anna lost']],
  ['body.subscriberId:="3141592"', ['Anna', 'Ben', 'Anna again', 'Anna lost']],
  ['body.subscriberId:=3141592', []],
  ['header.Content-Type*=json', ['Anna', 'Ben', 'Anna again', 'Anna lost']],
  ['query.page=2', ['unknown id']],
  ['query.page=4', []],
])('a field of the request: %s', async (query, selected) => {
  expect(await select(query)).toEqual(selected);
});

test.each([
  ['outcome=truncated', ['Anna lost']],
  [
    'status=2XX,404&operation=submitFeedback, getBrief',
    ['Anna', 'Ben', 'Anna again', 'unknown id'],
  ],
  ['scenario=slow-submission&status=409', []],
  ['violations=true', ['unknown path']],
  ['unexpected=true', ['unknown id', 'unknown path']],
])('the response: %s', async (query, selected) => {
  expect(await select(query)).toEqual(selected);
});

test.each([
  ['key=daily-harvest', ['Anna', 'Ben']],
  ['key=unheard-of&operation=submitFeedback', []],
  ['name=anna&status=2xx', ['Anna', 'Anna again']],
  ['name=none', ['unknown path']],
  ['name=none&status=405', []],
  ['path=/rest/nowhere', ['unknown path']],
  ['after=4', ['unknown id', 'unknown path']],
])('what was requested, and by whom: %s', async (query, selected) => {
  expect(await select(query)).toEqual(selected);
});

test.each([
  { what: 'the first value', conditions: { page: '1' }, found: ['several'] },
  { what: 'any other value', conditions: { page: '2' }, found: ['several'] },
  { what: 'a part of any value', conditions: { 'page*': 'wo' }, found: ['several'] },
  { what: 'no value', conditions: { page: '3' }, found: [] },
])('a parameter that is repeated is found by $what', async ({ conditions, found }) => {
  const { url } = await startTestMock();
  await getBrief({ url }, 'daily-harvest?page=1&page=2&page=two');
  const query = Object.entries(conditions).map(([name, value]) => `query.${name}=${value}`);
  const { entries } = await (await fetch(`${url}/mock/journal?${query}`)).json();
  expect(entries.map(() => 'several')).toEqual(found);
});

test.each([
  { what: 'a quotation mark', text: '"fresh"', isFound: true },
  { what: 'a backslash', text: 'C:\\news', isFound: true },
  { what: 'a word after a line break', text: 'And', isFound: true },
  { what: 'what only the encoding of a line break has', text: 'nAnd', isFound: false },
  { what: 'a phrase', text: 'text:"fresh" news"', isFound: false },
  { what: 'a phrase as it was sent', text: 'text:"news, maybe"', isFound: true },
  { what: 'a character beyond ASCII', text: 'grüße', isFound: true },
  { what: 'the same character in two', text: 'gru\u0308ße', isFound: true },
  { what: 'a value of a header', text: 'de-CH', isFound: true },
  { what: 'a header that is masked', text: '•••', isFound: false },
  { what: 'a parameter before it was encoded', text: 'text:"a b&c"', isFound: true },
  { what: 'a path before it was encoded', text: '{braces}', isFound: true },
  { what: 'a field of the response', text: 'unknown brief id', isFound: false },
  { what: 'the name of a field', text: 'subscriberId', isFound: false },
])('a text is searched for as it was sent: $what', async ({ text, isFound }) => {
  const { url } = await startTestMock();
  const headers = { 'Accept-Language': 'de-CH', Authorization: 'Bearer abc' };
  const body = { ...submission(), text: 'Is "fresh" in C:\\news, maybe\nAnd GRÜSSE' };
  await fetch(`${url}${submitPath}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, text: body.text.replace('GRÜSSE', 'GRÜßE') }),
  });
  await getBrief({ url }, '%7Bbraces%7D?q=a+b%26c');
  const { entries } = await (
    await fetch(`${url}/mock/journal?${new URLSearchParams({ text })}`)
  ).json();
  expect(entries.length > 0).toBe(isFound);
});

test.each([
  ['text=HARVEST status:2xx', ['Anna', 'Ben']],
  ['text=status:404&status=none', ['Anna lost', 'unknown id', 'unknown path']],
])('words: %s', async (query, selected) => {
  expect(await select(query)).toEqual(selected);
});
