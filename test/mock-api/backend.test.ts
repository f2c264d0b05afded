import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBackend } from '../support/host/startBackend.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInForCookie,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';

/** Starts a mock that forwards unknown ids to a backend with one brief. */
async function startMockWithBackend() {
  const backend = await startBackend();
  const mock = await startTestMock({ backend: new URL(backend.url) });
  return { backend, ...mock };
}

test('ids of the data and of scenarios are served by the mock, all others by the backend', async () => {
  const { url, journal, backend } = await startMockWithBackend();
  for (const id of ['daily-harvest.anna', 'missing-brief.anna', 'weekly.news.anna']) {
    await (await getBrief({ url }, id)).text();
  }
  expect(backend.received).toMatchObject([{ method: 'GET', url: `${briefsPath}/weekly.news` }]);
  expect(backend.received[0]?.headers).toMatchObject({
    host: new URL(backend.url).host,
    via: '1.1 mock-api',
  });
  const entry = await journal.wait({ key: 'weekly.news', name: 'anna', ended: true });
  expect(entry).toMatchObject({
    status: 200,
    outcome: 'completed',
    forwardedTo: backend.url,
    reason:
      'Forwarded, because "weekly.news.anna" is no id that is in the data or selects a scenario.',
    responseBody: '{"name":"daily","fullName":"The Daily"}',
    violations: [],
  });
  expect(journal.list().map(({ forwardedTo }) => forwardedTo !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test('a forwarded request keeps its body without the tester’s name, and violations of both sides are recorded', async () => {
  const received: string[] = [];
  const backend = await startBackend(async (req, res) => {
    received.push(await text(req));
    res.writeHead(418).end();
  });
  const { url, journal } = await startTestMock({ backend: new URL(backend.url) });
  const body = submission({ briefId: 'real.ben', text: 7 });
  await fetch(url + submitPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body)),
  });
  expect(JSON.parse(received[0] ?? '')).toEqual({ ...body, briefId: 'real' });
  const { violations } = await journal.wait({ key: 'real', ended: true });
  expect(violations.map(({ rule, location }) => `${rule} ${location}`)).toEqual([
    'request.body body/text',
    'response.status status 418',
  ]);
});

test('sessions of the mock stay in the mock; undeclared paths are forwarded', async () => {
  const { backend, ...mock } = await startMockWithBackend();
  const headers = { Cookie: await signInForCookie(mock, 'editor', 'correct horse') };
  expect(await (await fetch(mock.url + currentUserPath, { headers })).json()).toMatchObject({
    userId: 'editor',
  });
  await fetch(mock.url + currentUserPath);
  await fetch(`${mock.url}/rest/undeclared`);
  expect(backend.received.map(({ url }) => url)).toEqual([currentUserPath, '/rest/undeclared']);
  const { violations } = await mock.journal.wait({ after: 3, ended: true });
  expect(violations.map(({ rule }) => rule)).toEqual(['request.path']);
});

test('a response selected with Prefer comes from the mock', async () => {
  const { url, backend } = await startMockWithBackend();
  const preferring = (Prefer: string) =>
    getBrief({ url }, 'real', { headers: { Prefer } }).then(({ status }) => status);
  expect(await preferring('code=404')).toBe(404);
  expect(await preferring('code=499')).toBe(400);
  expect(backend.received).toEqual([]);
  expect(await preferring('respond-async')).toBe(200);
  expect(backend.received).toHaveLength(1);
});
