import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { forTester } from '../../mock-api/testing/forTester.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInForCookie,
  startTestMock,
  submission,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { waitForEntries, waitForEntry } from './fixtures/waitForEntries.ts';

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
  const [own, scenario, entry] = await waitForEntries(mock.journal, { ended: true }, { count: 3 });
  expect([own?.forwardedTo, scenario?.forwardedTo]).toEqual([undefined, undefined]);
  expect(entry).toMatchObject({
    key: 'weekly.news.anna',
    name: 'anna',
    status: 200,
    outcome: 'completed',
    forwardedTo: backend.url,
    reason:
      'Forwarded, because "weekly.news.anna" is no id that is in the data or selects a scenario of getBrief.',
    responseBody: '{"name":"daily","fullName":"The Daily"}',
    violations: [],
  });
  // The backend may know any id, and send any status.
  expect((await fetch(`${mock.url}/mock/journal?key=other&status=418`)).status).toBe(200);
});

test('a request is forwarded without the tester’s name, and recorded with it and all violations', async () => {
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
  const { violations } = await waitForEntry(journal, {
    body: { briefId: 'real.ben' },
    ended: true,
  });
  expect(violations.map(({ location }) => location)).toEqual(['body/text', 'status 418']);
});

test('a secret in a parameter of the path is masked wherever the journal has the path', async () => {
  const { journal, ...mock } = await startMockWithBackend();
  await (await getBrief(mock, 'real;password=secret.anna')).text();
  const entry = await waitForEntry(journal, { ended: true });
  expect(entry.key).toBe('real;password=•••');
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('sessions are those of the mock; undeclared paths are forwarded', async () => {
  const { backend, ...mock } = await startMockWithBackend();
  const cookie = await signInForCookie(mock, 'editor', 'correct horse');
  const own = await fetch(mock.url + currentUserPath, { headers: { cookie } });
  expect(await own.json()).toMatchObject({ userId: 'editor' });
  for (const path of [currentUserPath, '/rest/undeclared']) await fetch(mock.url + path);
  expect(backend.received.map(({ url }) => url)).toEqual([currentUserPath, '/rest/undeclared']);
  const { violations } = await waitForEntry(mock.journal, { after: 3, ended: true });
  expect(violations.map(({ rule }) => rule)).toEqual(['request.path']);
});

test('a scenario of one operation leaves the others of the brief to the backend', async () => {
  const { backend, ...mock } = await startMockWithBackend();
  const anna = await forTester('anna', { url: mock.url, settleMs: 0 });
  await anna.addScenarios({
    'real-news': {
      operation: 'submitFeedback',
      when: { body: { text: { contains: 'fail' } } },
      steps: [503, 'pass', 500],
    },
  });
  const send = async (text: string) =>
    (await submit(mock, { briefId: anna.id('real-news'), text })).status;
  expect((await getBrief(mock, anna.id('real-news'))).status).toBe(200);
  // The backend is reached by what does not meet the condition, and by the second step.
  const texts = ['Hello', 'fail once', 'fail twice', 'fail again'];
  const statuses: number[] = [];
  for (const text of texts) statuses.push(await send(text));
  expect(statuses).toEqual([200, 503, 200, 500]);
  const bodies = backend.received.map(({ method }) => method);
  expect(bodies).toEqual(['GET', 'POST', 'POST']);
  expect(await anna.expectDelivered({ text: 'Hello' })).toMatchObject({ deliveredTo: backend.url });
  const { deliveredTo, reason } = await anna.expectDelivered({ text: 'fail twice' });
  expect([deliveredTo, reason]).toEqual([backend.url, expect.stringContaining('Attempt 2')]);
  await submit(mock, { briefId: anna.id('daily-harvest'), text: 'To the mock' });
  expect(await anna.expectDelivered({ text: 'To the mock' })).toMatchObject({
    deliveredTo: 'mock',
  });
  await anna.finish();
});

test('without a backend, the step pass is the default response', async () => {
  const mock = await startTestMock();
  const anna = await forTester('anna', { url: mock.url, settleMs: 0 });
  await anna.addScenarios({ 'real-news': { operation: 'getBrief', steps: [503, 'pass'] } });
  for (const status of [503, 200]) {
    expect((await getBrief(mock, anna.id('real-news'))).status).toBe(status);
  }
});

test.each<{ what: string; respond: Parameters<typeof startBackend>[0]; message: RegExp }>([
  {
    what: 'a response that violates the contract',
    respond: (_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    },
    message: /fullName/,
  },
  {
    what: 'an unknown brief',
    respond: (_, res) => {
      const problem = { title: 'Not Found', status: 404 };
      res
        .writeHead(404, { 'Content-Type': 'application/problem+json' })
        .end(JSON.stringify(problem));
    },
    message: /The backend responded with 404/,
  },
  {
    what: 'no response',
    respond: (_, res) => void res.socket?.resetAndDestroy(),
    message: /the backend closed the connection/,
  },
])('a test ends with an error for $what of the backend', async ({ respond, message }) => {
  const backend = await startBackend(respond);
  const { url } = await startTestMock({ backend: new URL(backend.url) });
  const anna = await forTester('anna', { url, settleMs: 0 });
  await getBrief({ url }, anna.id('real')).catch(() => {});
  await expect(anna.finish()).rejects.toThrow(message);
});

test('a test ends with an error if the backend cannot be reached', async () => {
  const { url } = await startTestMock({ backend: new URL('http://127.0.0.1:9') });
  const anna = await forTester('anna', { url, settleMs: 0 });
  await getBrief({ url }, anna.id('real')).catch(() => {});
  await expect(anna.finish()).rejects.toThrow('No connection to the backend');
});
