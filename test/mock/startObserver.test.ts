import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { copyWithChange } from '../temporaryFiles.ts';
import { brief, startBackendWith } from './fixtures/startBackendWith.ts';
import {
  briefsPath,
  expectRequests,
  getBrief,
  postJson,
  signInPath,
  submission,
  submitPath,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntries, waitForEntry } from './fixtures/waitForEntries.ts';

test.each(['http://a:b@127.0.0.1', 'http://127.0.0.1/?a'])('%s is rejected', async (url) => {
  const message = 'URL: expected no credentials, query or fragment.';
  await expect(startTestObserver(url)).rejects.toThrow(message);
});

test('the observer has the console of the mock on loopback, without scenarios', async () => {
  const { url } = await startTestObserver(await startBackendWith(brief));
  expect(new URL(url).hostname).toBe('127.0.0.1');
  const data = await (await fetch(`${url}/mock/console.json`)).json();
  expect(data.name).toMatch(/^Contract observer of http/);
  expect(data).not.toHaveProperty('groups');
});

const secrets = submission({
  briefId: 'secret-brief',
  subscriberId: 'secret-person',
  subjectLine: 'secret subject',
  text: 'secret text',
  recaptchaResponse: 'secret-token',
});

test.each([
  {
    recordBodies: false,
    hidden: 'no personal data',
    some: /"path":"\/rest\/subscriber-feedback\/briefs\/{briefId}"/,
    none: /secret/,
  },
  {
    recordBodies: true,
    hidden: 'no credentials',
    some: /secret-brief.*secret text/,
    none: /secret-(password|cookie)/,
  },
])(
  'with recordBodies $recordBodies, the journal has $hidden',
  async ({ recordBodies, some, none }) => {
    const backend = await startBackendWith(brief);
    const { url, journal } = await startTestObserver(backend, { recordBodies });
    const headers = { Cookie: 'JSESSIONID=secret-cookie' };
    const body = new URLSearchParams({ username: 'secret-user', password: 'secret-password' });
    for (const response of [
      await fetch(`${url}${briefsPath}/secret-brief?secret-name=secret-value`, { headers }),
      await postJson(url + submitPath, secrets),
      await fetch(url + signInPath, { method: 'POST', body }),
      await fetch(`${url}/secret-page/secret-part`),
    ]) {
      await response.text();
    }
    await waitForEntries(journal, { ended: true }, { count: 4 });
    const recorded = await (await fetch(`${url}/mock/journal`)).text();
    expect(recorded).toMatch(some);
    expect(recorded).not.toMatch(none);
  },
);

test('credentials of the contract are masked in any place, with recordBodies', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text.replace('in: cookie\n      name: JSESSIONID', 'in: header\n      name: X-Session-Key'),
  );
  const backend = await startBackendWith(brief, { 'X-Session-Key': 'secret-1' });
  const observer = await startTestObserver(backend, { contractFile, recordBodies: true });
  const target =
    '/jsp/logout.jsp;x-session-key=secret-2?pass%77ord=secret-3&x-session-key=secret-4';
  const headers = { 'x-session-key': 'secret-5' };
  await (await fetch(observer.url + target, { headers })).text();
  const entry = await waitForEntry(observer.journal, { ended: true });
  expect(entry.path).toBe('/jsp/logout.jsp;x-session-key=•••?pass%77ord=•••&x-session-key=•••');
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('an id of the backend has no name, although it contains a dot, and its body is decompressed', async () => {
  const json = JSON.stringify(brief);
  const backend = await startBackendWith(gzipSync(json), { 'Content-Encoding': 'gzip' });
  const observer = await startTestObserver(backend, { recordBodies: true });
  await (await getBrief(observer, 'weekly.news')).text();
  const entry = await waitForEntry(observer.journal, { key: 'weekly.news', ended: true });
  expect(entry).toMatchObject({ status: 200, responseBody: json });
  expect(entry.name).toBeUndefined();
});

test('a violation in front of a backend is unexpected, so that a check without Node.js finds it', async () => {
  const { url } = await startTestObserver(await startBackendWith({ name: 'daily' }));
  const reset = await fetch(`${url}/mock/reset`, { method: 'POST' });
  const { since } = await reset.json();
  await (await getBrief({ url }, 'daily')).text();
  const query = `name=none&since=${since}&exactly=0`;
  const { status, details } = await expectRequests({ url }, query, { unexpected: true });
  expect(status).toBe(422);
  expect(details).toEqual([
    expect.stringContaining('which nobody expected: The body is missing the required property'),
  ]);
});
