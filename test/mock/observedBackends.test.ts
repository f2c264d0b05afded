import { expect, test } from 'vitest';
import { isPythonInstalled, startPythonBackend } from '../verifier/fixtures/startPythonBackend.ts';
import { briefsPath, signOutPath, startTestObserver } from './fixtures/startTestMock.ts';

test.skipIf(!isPythonInstalled)(
  'the observer reports nothing about a session of a backend in Python',
  async () => {
    const observer = await startTestObserver(await startPythonBackend());
    const { http, getBrief, submit, signInForCookie, currentUser, entries } = observer;
    const cookie = await signInForCookie('editor', 'correct horse');
    const responses = [
      await getBrief('daily-harvest'),
      await getBrief('no-such-brief'),
      await submit(),
      await currentUser(cookie),
      await http.get(signOutPath).set('Cookie', cookie),
      await currentUser(cookie),
      await http.head(`${briefsPath}/daily-harvest`),
    ];
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual([200, 404, 200, 200, 200, 401, 501]);
    expect((await entries(8)).flatMap(({ violations }) => violations)).toEqual([]);
  },
);
