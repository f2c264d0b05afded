import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInForCookie,
  startTestMock,
  submission,
  submitPath,
} from '../../support/mock/startTestMock.ts';

/** Starts a mock that forwards unknown ids to a backend with one brief. */
async function startMockWithBackend() {
  const backend = await startBackend();
  const mock = await startTestMock({ backend: new URL(backend.url) });
  return { backend, ...mock };
}

test('ids of the data and of scenarios are served by the mock, all others by the backend', async () => {
  const { backend, ...mock } = await startMockWithBackend();
  for (const id of ['daily-harvest.anna', 'missing-brief.anna', 'weekly.news.anna']) {
    await (await getBrief(mock, id)).text();
  }
  expect(backend.received).toMatchObject([{ method: 'GET', url: `${briefsPath}/weekly.news` }]);
  const [own, scenario, entry] = await mock.journal.waitForEntries({ ended: true }, { count: 3 });
  expect([own?.forwardedTo, scenario?.forwardedTo]).toEqual([undefined, undefined]);
  expect(entry).toMatchObject({
    key: 'weekly.news.anna',
    name: 'anna',
    status: 200,
    outcome: 'completed',
    forwardedTo: backend.url,
    reason:
      'Forwarded, because "weekly.news.anna" is no id that is in the data or selects a scenario.',
    responseBody: '{"name":"daily","fullName":"The Daily"}',
    violations: [],
  });
  // The backend may know any id, and send any status.
  expect((await fetch(`${mock.url}/mock/journal?key=other&status=418`)).status).toBe(200);
});

test('a request is forwarded without the tester’s name and recorded with it, and violations of both sides are recorded', async () => {
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
  const { violations } = await journal.wait({ body: { briefId: 'real.ben' }, ended: true });
  expect(violations.map(({ location }) => location)).toEqual(['body/text', 'status 418']);
});

test('sessions are those of the mock; undeclared paths are forwarded', async () => {
  const { backend, ...mock } = await startMockWithBackend();
  const cookie = await signInForCookie(mock, 'editor', 'correct horse');
  const own = await fetch(mock.url + currentUserPath, { headers: { cookie } });
  expect(await own.json()).toMatchObject({ userId: 'editor' });
  for (const path of [currentUserPath, '/rest/undeclared']) await fetch(mock.url + path);
  expect(backend.received.map(({ url }) => url)).toEqual([currentUserPath, '/rest/undeclared']);
  const { violations } = await mock.journal.wait({ after: 3, ended: true });
  expect(violations.map(({ rule }) => rule)).toEqual(['request.path']);
});
