import { beforeEach, describe, expect, test } from 'vitest';
import {
  getBrief,
  shareTestMock,
  startTestMock,
  submit,
  submitPath,
} from '../support/mock/startTestMock.ts';

const sharedMock = shareTestMock();

async function request(method: 'GET' | 'POST', path: string) {
  const response = await fetch(sharedMock().url + path, { method });
  return { status: response.status, body: await response.json() };
}

beforeEach(async () => {
  const { url, journal } = sharedMock();
  journal.reset();
  for (const [briefId, text] of [
    ['daily-harvest.anna', 'From Anna'],
    ['daily-harvest.ben', 'From Ben'],
    ['food-and-drink.anna', 'From Anna again'],
    ['truncated-submission.anna', 'Lost'],
  ]) {
    await submit({ url }, { briefId, text })
      .then((response) => response.text())
      .catch(() => {});
  }
  await getBrief({ url }, 'unheard-of.anna?page=2');
  await journal.wait({ key: 'unheard-of.anna', ended: true });
});

test.each([
  ['body.text=From%20Anna', 1],
  ['body.subscriberId=3141592', 4],
  ['body.text*=Anna', 2],
  ['body.text~=/anna$/i', 1],
  ['body.text*=From&body.text~=/a$/', 1],
  ['header.Content-Type*=json', 4],
  ['header.x-none*=a', 0],
  ['body.subscriberId:="3141592"', 4],
  ['body.subscriberId:=3141592', 0],
  ['query.page=2', 1],
  ['outcome=truncated', 1],
  ['status=4xx', 1],
  ['status=404', 1],
  ['status=none', 1],
  ['status=2XX,404&operation=submitFeedback,%20getBrief', 5],
  ['text=HARVEST%20status:2xx', 2],
  ['text=status:404', 1],
  ['text=body.text:%22From%20Anna%22', 1],
  ['text=status:404&status=none', 2],
  ['key=daily-harvest', 2],
  ['key=daily-harvest.anna&operation=submitFeedback', 1],
  ['after=0', 5],
  ['method=get', 1],
  [`path=${submitPath}`, 4],
  ['violations=false', 5],
  ['name=anna&operation=submitFeedback&status=2xx', 3],
])('the filter %s selects %i requests', async (query, count) => {
  const listed = await request('GET', `/mock/journal?${query}`);
  expect(listed.body.entries).toHaveLength(count);
});

test('a request that violates the contract is selected, also one to no operation', async () => {
  await fetch(`${sharedMock().url}/rest/nowhere?page=2`);
  for (const query of ['violations=true', 'path=/rest/nowhere&method=GET']) {
    const { body } = await request('GET', `/mock/journal?${query}`);
    expect(body.entries).toMatchObject([{ path: '/rest/nowhere?page=2' }]);
  }
});

describe('expect', () => {
  test.each(['exactly=3', 'atLeast=1', 'atMost=3', 'atLeast=2&atMost=4'])(
    '%s is met by three requests',
    async (expected) => {
      const query = `operation=submitFeedback&name=anna&${expected}`;
      const { body } = await request('POST', `/mock/expect?${query}`);
      expect(body).toEqual({ count: 3 });
    },
  );

  test('fails with the nearest requests and their differences', async () => {
    const query = 'operation=submitFeedback&key=daily-harvest.anna&body.text=From%20Ana&exactly=1';
    const { status, body } = await request('POST', `/mock/expect?${query}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail:
        'Expected exactly 1 request with {"operation":"submitFeedback","key":"daily-harvest.anna","body":{"text":{"is":"From Ana"}}}, got 0.',
      count: 0,
      nearest: [
        { differences: ['body.text: expected "From Ana", got "From Anna"'] },
        { entry: { key: 'truncated-submission.anna' } },
        {
          differences: [
            'key: expected "daily-harvest.anna", got "food-and-drink.anna"',
            'body.text: expected "From Ana", got "From Anna again"',
          ],
        },
      ],
    });
  });

  test('names no requests of other testers, but those without a name', async () => {
    await getBrief(sharedMock(), 'daily-harvest');
    const { body } = await request('POST', '/mock/expect?name=cora&exactly=1');
    expect(body.nearest).toMatchObject([
      { differences: ['name: expected "cora", got null'], entry: { key: 'daily-harvest' } },
    ]);
  });
});

test('an entry contains the headers and the body of the response, and why it was selected', async () => {
  const mock = await startTestMock();
  await getBrief(mock, 'flaky-brief.anna', {
    headers: { Cookie: 'JSESSIONID=secret', 'X-Test': 'yes' },
  });
  await getBrief(mock, 'daily-harvest', { headers: { Prefer: 'code=404' } });
  await getBrief(mock, 'daily-harvets');
  expect(mock.journal.list()).toMatchObject([
    {
      requestHeaders: { 'x-test': 'yes', cookie: '•••' },
      responseHeaders: { 'content-type': 'application/problem+json' },
      responseBody:
        '{"title":"Internal Server Error","status":500,"detail":"Something went wrong."}',
      reason: 'Attempt 1 with "flaky-brief.anna", which selects the scenario flaky-brief.',
    },
    {
      reason: 'Selected with Prefer: code=404.',
      responseBody: '{"title":"Not Found","status":404,"detail":"There is no such brief."}',
    },
    { reason: 'No brief or scenario has the id "daily-harvets". The closest is "daily-harvest".' },
  ]);
});
