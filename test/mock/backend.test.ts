import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startBackend } from '../startBackend.ts';
import { problem, startBackendWith } from './fixtures/startBackendWith.ts';
import { briefsPath, startTestMock, submission, submitPath } from './fixtures/startTestMock.ts';

/** Starts a mock in front of a backend, by default one with a brief. */
async function startMockWithBackend(...listener: Parameters<typeof startBackend>) {
  const backend = await startBackend(...listener);
  return { backend, ...(await startTestMock({ backend: new URL(backend.url) })) };
}

test('ids of the data and of scenarios are served by the mock, all others by the backend', async () => {
  const { backend, getBrief, entries } = await startMockWithBackend();
  for (const id of ['daily-harvest.anna', 'missing-brief.anna', 'weekly.news.anna'])
    await getBrief(id);
  expect(backend.received).toMatchObject([{ method: 'GET', url: `${briefsPath}/weekly.news` }]);
  const [own, scenario, entry] = await entries(3);
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
});

test('a request is forwarded without the tester’s name, and recorded with it and all violations', async () => {
  let received = '';
  const { http, entry } = await startMockWithBackend(async (req, res) => {
    received = await text(req);
    res.writeHead(418).end();
  });
  const body = submission({ briefId: 'real.ben', text: 7 });
  await http
    .post(submitPath)
    .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    .serialize(() => gzipSync(JSON.stringify(body)) as never)
    .send(body);
  expect(JSON.parse(received)).toEqual({ ...body, briefId: 'real' });
  const { violations } = await entry({ body: { briefId: 'real.ben' } });
  expect(violations.map(({ location }) => location)).toEqual(['body/text', 'status 418']);
});

test('sessions are those of the mock; undeclared paths are forwarded', async () => {
  const { backend, http, signInForCookie, currentUser, entries } = await startMockWithBackend();
  const cookie = await signInForCookie('editor', 'correct horse');
  expect((await currentUser(cookie)).body).toMatchObject({ userId: 'editor' });
  expect((await currentUser()).body).toMatchObject({ name: 'daily' });
  await http.get('/rest/undeclared');
  expect(backend.received.map(({ url }) => url)).toContain('/rest/undeclared');
  const [, , , undeclared] = await entries(4);
  expect(undeclared?.violations.map(({ rule }) => rule)).toEqual(['request.path']);
});

test('a scenario of one operation leaves the others of the brief to the backend', async () => {
  const { backend, submit, getBrief, tester } = await startMockWithBackend();
  const anna = await tester('anna');
  const when = { body: { text: { contains: 'fail' } } };
  await anna.addScenarios({
    'real-news': { operation: 'submitFeedback', when, steps: [503, 'pass', 500] },
  });
  const send = async (id: string, text: string) =>
    (await submit({ briefId: anna.id(id), text })).status;
  await getBrief(anna.id('real-news')).expect(200);
  // Requests that do not meet the condition, and those of the second step, reach the backend.
  const statuses: number[] = [];
  for (const text of ['Hello', 'fail once', 'fail twice', 'fail again'])
    statuses.push(await send('real-news', text));
  expect(statuses).toEqual([200, 503, 200, 500]);
  expect(backend.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
  await send('daily-harvest', 'To the mock');
  const deliveries = [
    await anna.expectDelivered({ text: 'Hello' }),
    await anna.expectDelivered({ text: 'fail twice' }),
    await anna.expectDelivered({ text: 'To the mock' }),
  ];
  expect(deliveries.map(({ deliveredTo }) => deliveredTo)).toEqual([
    backend.url,
    backend.url,
    'mock',
  ]);
  expect(deliveries[1]?.reason).toContain('Attempt 2');
  await anna.finish();
});

test('without a backend, the step pass is the default response', async () => {
  const { tester, getBrief } = await startTestMock();
  const anna = await tester('anna');
  await anna.addScenarios({ 'real-news': { operation: 'getBrief', steps: [503, 'pass'] } });
  for (const status of [503, 200]) await getBrief(anna.id('real-news')).expect(status);
});

test('a backend may send any status, and know an id that none has had if none is expected', async () => {
  const { http, getBrief, tester } = await startMockWithBackend();
  await http.get('/mock/journal?key=other&status=418').expect(200);
  const real = await tester('real');
  await getBrief(real.id('real-news'));
  await real.expectRequests({ key: 'real-news', status: 200 }, { exactly: 1 });
  const none = { exactly: 0 };
  await expect(real.expectRequests({ key: 'reel-news' }, none)).rejects.toThrow('got "reel-');
  real.allowNoRequests();
  await real.expectRequests({ key: 'reel-news' }, none);
});

test.each(
  Object.entries<() => Promise<string>>({
    fullName: () => startBackendWith({}),
    'The backend responded with 404': () => startBackendWith(...problem(404)),
    'No connection to the backend': async () => 'http://127.0.0.1:9',
  }),
)('a test ends with an error for what is wrong with the backend: %s', async (message, start) => {
  const { getBrief, tester } = await startTestMock({ backend: new URL(await start()) });
  const anna = await tester('anna');
  await getBrief(anna.id('real')).catch(() => {});
  await expect(anna.finish()).rejects.toThrow(message);
});
