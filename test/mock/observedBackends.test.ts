import { request } from 'node:http';
import { expect, test } from 'vitest';
import {
  isNginxInstalled,
  ordinaryBackends,
  startExpress,
} from '../verifier/fixtures/backends/ordinaryBackends.ts';
import { startNginx } from '../verifier/fixtures/backends/startNginx.ts';
import {
  currentUserPath,
  getBrief,
  signInForCookie,
  signOutPath,
  submit,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

/** What each operation responds in a session, and HEAD. */
async function useAll(server: { url: string }): Promise<number[]> {
  const brief = await getBrief(server, 'daily-harvest');
  const missing = await getBrief(server, 'no-such-brief');
  const sent = await submit(server);
  const cookie = await signInForCookie(server, 'editor', 'correct horse');
  const user = await fetch(server.url + currentUserPath, { headers: { cookie } });
  const end = await fetch(server.url + signOutPath, { headers: { cookie } });
  const ended = await fetch(server.url + currentUserPath, { headers: { cookie } });
  await getBrief(server, 'daily-harvest', { method: 'HEAD' });
  return [brief, missing, sent, user, end, ended].map(({ status }) => status);
}

for (const { name, isInstalled, start } of ordinaryBackends) {
  test.skipIf(!isInstalled)(
    `the observer reports nothing about a session of a conforming backend: ${name}`,
    async () => {
      const observer = await startTestObserver(await start());
      const statuses = await useAll(observer);
      expect(statuses.map((status) => (status === 204 ? 200 : status))).toEqual([
        200, 404, 200, 200, 200, 401,
      ]);
      await waitForEntry(observer.journal, { after: 7, ended: true });
      expect(observer.journal.list().flatMap(({ violations }) => violations)).toEqual([]);
    },
  );
}

test.skipIf(!isNginxInstalled)('the page of nginx for TRACE is one violation', async () => {
  const backend = await startNginx(await startExpress());
  const observer = await startTestObserver(backend);
  request(observer.url, { method: 'TRACE', path: signOutPath }, (it) => it.resume()).end();
  const entry = await waitForEntry(observer.journal, { ended: true });
  expect(entry).toMatchObject({ status: 405, violations: [{ rule: 'request.method' }] });
});
