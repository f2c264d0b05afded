import { expect, test } from 'vitest';
import { loadContractContext } from '#contract';
import { describeExchange } from '../../mock-api/journal/describeExchange.ts';
import { contractWith } from './fixtures/changedContract.ts';
import {
  getBrief,
  postJson,
  shareTestMock,
  signInForCookie,
  startTestMock,
  submission,
  submitPath,
} from './fixtures/startTestMock.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

const mock = shareTestMock();

test('an entry has the request and its response', async () => {
  const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
  const headers = { 'Content-Type': 'application/json', 'X-Test': 'a' };
  const init = { method: 'POST', headers, body: JSON.stringify(sent) };
  await (await fetch(mock().url + submitPath, init)).text();
  const entry = await waitForEntry(mock().journal, { operation: 'submitFeedback', ended: true });
  expect(entry).toMatchObject({
    id: 1,
    method: 'POST',
    path: submitPath,
    key: 'daily-harvest',
    body: sent,
    requestHeaders: { 'x-test': 'a' },
    status: 200,
    mediaType: 'application/json',
    outcome: 'completed',
    violations: [],
  });
  expect(Date.parse(entry.at)).toBeGreaterThan(Date.now() - 10_000);
  expect(entry.durationMs).toBeGreaterThanOrEqual(0);
});

test.each([
  {
    id: 'broken-brief.anna',
    reason: 'Attempt 1 with "broken-brief.anna", which selects the scenario broken-brief.',
    responseBody: /^\{"title":"Internal Server Error","status":500,/,
  },
  {
    id: 'daily-harvets',
    reason: 'No brief or scenario has the id "daily-harvets".',
    responseBody: /"status":404/,
  },
])('an entry says why the response to $id was selected', async ({ id, reason, responseBody }) => {
  await (await getBrief(mock(), id)).text();
  expect(await waitForEntry(mock().journal, { key: id, ended: true })).toMatchObject({
    reason,
    responseBody: expect.stringMatching(responseBody),
  });
});

test('an entry has no secrets', async () => {
  const own = await startTestMock();
  const { url, journal } = own;
  const query = 'p%61ssword=horse/a?horse;b&user[password]=horse&PASSWORD=horse&access_token=horse';
  const headers = { 'X-Auth-Token': 'horse', Referer: `http://localhost/?${query}` };
  await fetch(`${url}/rest/x?${query}&page=2`, { headers });
  expect(journal.list()[0]?.path).toBe(
    '/rest/x?p%61ssword=•••&user[password]=•••&PASSWORD=•••&access_token=•••&page=2',
  );
  const cookie = await signInForCookie(own, 'editor', 'correct horse');
  await fetch(`${url}/jsp/logout.jsp?password=correct%20horse`, { headers: { cookie } });
  const recorded = JSON.stringify(journal.list());
  expect(recorded).toContain('editor');
  expect(recorded).toContain('"cookie":"•••"');
  expect(recorded).not.toMatch(/correct|horse/);
  expect(recorded).not.toContain(cookie.split('=')[1]);
});

test('a secret in the path is replaced by the path of the contract', async () => {
  const changes = `
    paths:
      /resets/{code}:
        get:
          operationId: getReset
          parameters: [{ name: code, in: path, required: true, schema: { type: string, format: password } }]
          responses: { 4XX: { description: Unknown. } }`;
  const context = await loadContractContext(await contractWith(changes));
  const req = { method: 'GET', url: '/resets/horse?page=2', headers: {} };
  const { path } = describeExchange({ req, context, violations: [] }, true);
  expect(path).toBe('/resets/{code}');
});

test('a request with thousands of violations and a long body takes little memory', async () => {
  const own = await startTestMock();
  const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
  const sent = submission({ briefId: 'b'.repeat(301), ...Object.fromEntries(names) });
  await postJson(own.url + submitPath, sent);
  const [entry] = own.journal.list();
  expect(entry?.key).toBeUndefined();
  expect(entry?.body).toMatch(/too long to record$/);
  expect(entry?.violations).toHaveLength(50);
});
