import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startHttpServer } from '../startHttpServer.ts';
import { isPythonInstalled, startPythonBackend } from '../verifier/fixtures/startPythonBackend.ts';
import { isNginxInstalled, startNginx } from './fixtures/startNginx.ts';
import {
  briefsPath,
  signOutPath,
  startTestObserver,
  type TestMock,
} from './fixtures/startTestMock.ts';

/** Calls each operation in a session, and with HEAD, and returns the statuses. */
async function useAll(server: TestMock): Promise<number[]> {
  const { http, getBrief, submit, signInForCookie, currentUser } = server;
  const cookie = await signInForCookie('editor', 'correct horse');
  const responses = [
    await getBrief('daily-harvest'),
    await getBrief('no-such-brief'),
    await submit(),
    await currentUser(cookie),
    await http.get(signOutPath).set('Cookie', cookie),
    await currentUser(cookie),
  ];
  await http.head(`${briefsPath}/daily-harvest`);
  return responses.map(({ status }) => (status === 204 ? 200 : status));
}

const backends = [
  { name: 'Python', isInstalled: isPythonInstalled, start: startPythonBackend },
  {
    name: 'Python behind nginx',
    isInstalled: isPythonInstalled && isNginxInstalled,
    start: async () => startNginx(await startPythonBackend()),
  },
];

for (const { name, isInstalled, start } of backends) {
  test.skipIf(!isInstalled)(
    `the observer reports nothing about a session of a conforming backend: ${name}`,
    async () => {
      const observer = await startTestObserver(await start());
      expect(await useAll(observer)).toEqual([200, 404, 200, 200, 200, 401]);
      const entries = await observer.entries(8);
      expect(entries.flatMap(({ violations }) => violations)).toEqual([]);
    },
  );
}

test.skipIf(!isNginxInstalled)('the page of nginx for TRACE is one violation', async () => {
  const backend = await startHttpServer((_, res) => res.end());
  const { url, entry } = await startTestObserver(await startNginx(backend.url));
  request(url, { method: 'TRACE', path: signOutPath }, (response) => response.resume()).end();
  expect(await entry()).toMatchObject({ status: 405, violations: [{ rule: 'request.method' }] });
});
