import { beforeAll, expect, test } from 'vitest';
import { isMatch, type RequestPattern } from '../../mock-api/journal/requestPattern.ts';
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

const allButLost = ['Anna', 'Ben', 'Anna again'];

test.each<{ pattern: RequestPattern; selected: string[] }>([
  { pattern: {}, selected: requests },
  { pattern: { body: { text: { contains: 'Anna' } } }, selected: ['Anna', 'Anna again'] },
  { pattern: { body: { text: ['From Ben', 'Lost'] } }, selected: ['Ben', 'Anna lost'] },
  { pattern: { body: { subscriberId: 3141592 } }, selected: [] },
  {
    pattern: { header: { 'Content-Type': { contains: 'json' } }, status: '2xx' },
    selected: allButLost,
  },
  { pattern: { query: { page: 2 } }, selected: ['unknown id'] },
  { pattern: { outcome: 'truncated' }, selected: ['Anna lost'] },
  { pattern: { status: 'none' }, selected: ['Anna lost'] },
  { pattern: { status: ['none', 404] }, selected: ['Anna lost', 'unknown id', 'unknown path'] },
  {
    pattern: { operation: ['getBrief', 'submitFeedback'], status: ['2xx', 404] },
    selected: [...allButLost, 'unknown id'],
  },
  { pattern: { violations: true }, selected: ['unknown path'] },
  { pattern: { unexpected: true }, selected: ['unknown id', 'unknown path'] },
  { pattern: { unexpected: [true, false] }, selected: requests },
  { pattern: { key: 'daily-harvest' }, selected: ['Anna', 'Ben'] },
  { pattern: { key: ['daily-harvest.ben', 'food-and-drink'] }, selected: ['Ben', 'Anna again'] },
  { pattern: { key: 'unheard-of', operation: 'submitFeedback' }, selected: [] },
  { pattern: { scenario: 'truncated-submission' }, selected: ['Anna lost'] },
  { pattern: { text: 'HARVEST' }, selected: ['Anna', 'Ben'] },
  { pattern: { text: 'again  from' }, selected: ['Anna again'] },
  { pattern: { text: ['lost', 'ben'] }, selected: ['Ben', 'Anna lost'] },
])('all members of a pattern apply: $pattern', ({ pattern, selected }) => {
  const found = mock()
    .journal.list()
    .filter((entry) => isMatch(entry, pattern));
  expect(found.map(({ id }) => requests[id - 1])).toEqual(selected);
});

test.each(
  Object.entries({
    '': requests,
    'name=anna&status=2xx': ['Anna', 'Anna again'],
    'name=none': ['unknown path'],
    'status=404&status=none': ['Anna lost', 'unknown id', 'unknown path'],
    'key=daily-harvest.ben': ['Ben'],
    'violations=true': ['unknown path'],
    'text=from%20again': ['Anna again'],
  }),
)('GET /mock/journal?%s has plain conditions', async (query, selected) => {
  const response = await fetch(`${mock().url}/mock/journal?${query}`);
  const { entries } = (await response.json()) as { entries: { id: number }[] };
  expect(entries.map(({ id }) => requests[id - 1])).toEqual(selected);
});

test.each([
  { what: 'a quotation mark', text: '"fresh"', isFound: true },
  { what: 'a backslash', text: 'C:\\news', isFound: true },
  { what: 'a word after a line break', text: 'And', isFound: true },
  { what: 'what only the encoding of a line break has', text: 'nAnd', isFound: false },
  { what: 'a character beyond ASCII', text: 'grüße', isFound: true },
  { what: 'the same character in two', text: 'gru\u0308ße', isFound: true },
  { what: 'a value of a header', text: 'de-CH', isFound: true },
  { what: 'a header that is masked', text: '•••', isFound: false },
  { what: 'a parameter before it was encoded', text: 'b&c', isFound: true },
  { what: 'a path before it was encoded', text: '{braces}', isFound: true },
  { what: 'a field of the response', text: 'unknown brief id', isFound: false },
  { what: 'the name of a field', text: 'subscriberId', isFound: false },
])('a text is searched for as it was sent: $what', async ({ text, isFound }) => {
  const { url, journal } = await startTestMock();
  const headers = { 'Accept-Language': 'de-CH', Authorization: 'Bearer abc' };
  const body = { ...submission(), text: 'Is "fresh" in C:\\news, maybe\nAnd GRÜSSE' };
  await fetch(`${url}${submitPath}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, text: body.text.replace('GRÜSSE', 'GRÜßE') }),
  });
  await getBrief({ url }, '%7Bbraces%7D?q=a+b%26c');
  expect(journal.list().some((entry) => isMatch(entry, { text }))).toBe(isFound);
});
