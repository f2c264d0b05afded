import { expect, test } from 'vitest';
import type { RequestPattern } from '../../mock-api/journal/requestPattern.ts';
import {
  beginCheck,
  expectRequests,
  getBrief,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

/** Starts a mock, and returns the check of the requests of a tester with a number of them. */
async function begin() {
  const mock = await startTestMock();
  const section = await beginCheck(mock, 'cora');
  const check = (pattern: RequestPattern, number: string) =>
    expectRequests(mock, `${section}&timeout=20&settle=0&${number}`, pattern);
  return { ...mock, check };
}

test('the requests of the tester come first, and one without a name is the last', async () => {
  const { check, ...mock } = await begin();
  await submit(mock, { briefId: 'broken-submission.cora', text: 'Hello' });
  for (let i = 0; i < 3; i += 1) await submit(mock, { text: 'Hello' });
  const { details } = await check({ status: '2xx', body: { text: 'Hello' } }, 'exactly=1');
  expect(details).toEqual([
    expect.stringMatching(
      /^Request 2: POST \S+submit, 500, 0\.\d s ago; status: expected "2xx", got 500\.$/,
    ),
    expect.stringMatching(
      /^Request 5: POST \S+submit, 200, 0\.\d s ago; name: expected "cora", got none\.$/,
    ),
  ]);
});

test('the requests that match are listed if they are too few', async () => {
  const { check, ...mock } = await begin();
  await getBrief(mock, 'daily-harvest.cora');
  const { detail, details } = await check({ operation: 'getBrief' }, 'exactly=2');
  expect(detail).toBe('Expected exactly 2 with {"operation":"getBrief"}, got 1.');
  expect(details).toEqual([
    expect.stringMatching(/^Request 2 matches: GET \S+\.cora, 200, 0\.\d s ago\.$/),
  ]);
});

test.each([
  { id: 'slow-submission', end: /^Request 2 may match: POST \S+, pending for 0\.\d s\.$/ },
  {
    id: 'truncated-submission',
    end: /^Request 2: POST \S+, truncated, 0\.\d s ago; status: expected "2xx", got "truncated"\.$/,
  },
  {
    id: 'reset-submission',
    end: /^Request 2: POST \S+, reset, 0\.\d s ago; status: expected "2xx", got "reset"\.$/,
  },
])('a request to $id is described by how it has ended', async ({ id, end }) => {
  const { check, ...mock } = await begin();
  const sent = submit(mock, { briefId: `${id}.cora` }).then((response) => response.text());
  sent.catch(() => {});
  if (id === 'slow-submission') await waitForEntry(mock.journal, { outcome: 'pending' });
  else await waitForEntry(mock.journal, { status: 'none' });
  const { details } = await check({ status: '2xx' }, 'exactly=1');
  expect(details[0]).toMatch(end);
});

const long = 'a'.repeat(17_000);
const send = {
  'a body above 16 KiB': (url: string) =>
    fetch(url + submitPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(submission({ briefId: 'daily-harvest.cora', text: long })),
    }),
  'a URL above 500 characters': (url: string) =>
    getBrief({ url }, `daily-harvest.cora?long=${'a'.repeat(500)}&page=2`),
};

test.each<{ sent: keyof typeof send; pattern: RequestPattern; isCut: boolean }>([
  { sent: 'a body above 16 KiB', pattern: { body: { text: long } }, isCut: true },
  { sent: 'a body above 16 KiB', pattern: { body: { text: { contains: 'b' } } }, isCut: true },
  { sent: 'a body above 16 KiB', pattern: { text: 'bread' }, isCut: true },
  {
    sent: 'a body above 16 KiB',
    pattern: { status: 500, body: { text: 'b' } },
    isCut: false,
  },
  { sent: 'a body above 16 KiB', pattern: { operation: 'signIn' }, isCut: false },
  { sent: 'a URL above 500 characters', pattern: { query: { page: 2 } }, isCut: true },
  { sent: 'a URL above 500 characters', pattern: { body: { text: 'a' } }, isCut: false },
])('$sent is no proof that no request has $pattern', async ({ sent, pattern, isCut }) => {
  const { check, ...mock } = await begin();
  await send[sent](mock.url);
  await getBrief(mock, 'daily-harvest.cora?page=1');
  const { status, isFinal, details } = await check(pattern, 'exactly=0');
  expect([status, isFinal]).toEqual(isCut ? [422, true] : [200, undefined]);
  if (isCut)
    expect(details).toEqual([expect.stringMatching(/^Request 2 may match: .* too long for/)]);
});

test('what the journal has cut does not matter where enough other requests match', async () => {
  const { check, ...mock } = await begin();
  await send['a body above 16 KiB'](mock.url);
  await submit(mock, { briefId: 'daily-harvest.cora', text: 'Hello' });
  expect((await check({ body: { text: 'Hello' } }, 'atLeast=1')).status).toBe(200);
  expect((await check({ body: { text: 'Hello' } }, 'exactly=1')).status).toBe(422);
});
