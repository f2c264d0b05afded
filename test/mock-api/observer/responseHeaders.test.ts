import { describe, expect, test } from 'vitest';
import { startBackend } from '../../support/host/startBackend.ts';
import { brief, startBackendWith } from '../../support/mock/startBackendWith.ts';
import {
  currentUserPath,
  getBrief,
  signInPath,
  signOutPath,
} from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';

describe('violations are recorded', () => {
  test.each([
    [{ 'Content-Encoding': 'none' }, 'content-encoding'],
    [{ 'Cache-Control': 'public, max-age=600', 'Set-Cookie': 'JSESSIONID=1' }, 'cache-control'],
    [{ ETag: ['"1"', '"2"'] }, 'etag'],
  ])('of a header that HTTP forbids: %j', async (headers, name) => {
    const { url, journal } = await startTestObserver(await startBackendWith(brief, headers));
    const accept = { headers: { 'Accept-Encoding': 'gzip' } };
    await getBrief({ url }, 'daily', accept).then((response) => response.body?.cancel());
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ location }) => location)).toContain(`header ${name}`);
  });

  test.each([
    ['Path=/jsp', 'its Path is /jsp'],
    ['Path=/; Max-Age=0', 'its Max-Age is 0'],
    ['Path=/; SameSite=None', 'its SameSite is None, but it is not Secure'],
    ['Path=/; Domain=internal', 'its Domain is internal, not a.test'],
  ])('of a session cookie that a browser would not send: %s', async (attributes, reason) => {
    const headers = {
      'Content-Type': 'text/html',
      'Set-Cookie': `JSESSIONID=a; HttpOnly; ${attributes}`,
    };
    const { url, journal } = await startTestObserver(await startBackendWith('', headers));
    const body = new URLSearchParams({ username: 'a', password: 'b' });
    const forwarded = { 'X-Forwarded-Host': 'a.test' };
    await (await fetch(url + signInPath, { method: 'POST', body, headers: forwarded })).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ message }) => message)).toEqual([
      `The header "set-cookie" sets a cookie that a browser would not send to getCurrentUser: ${reason}.`,
    ]);
  });

  test('of a session that is accepted after it has ended', async () => {
    const user = { userId: 'a', roles: [], fullName: 'A', emailAddress: 'a@example.com' };
    let setCookie = {};
    const backend = await startBackend((req, res) => {
      const isUser = req.url === currentUserPath;
      res.writeHead(200, {
        'Content-Type': isUser ? 'application/json' : 'text/html',
        ...setCookie,
      });
      res.end(isUser ? JSON.stringify(user) : '');
    });
    const { url, journal } = await startTestObserver(backend.url);
    const send = async (path: string, cookie: string) => {
      await (await fetch(url + path, { headers: { Cookie: `JSESSIONID=${cookie}` } })).text();
      const count = journal.list().length;
      return (await journal.waitForEntries({ ended: true }, { count })).at(-1)?.violations;
    };
    expect(await send(currentUserPath, 'a')).toEqual([]);
    expect(await send(signOutPath, 'a')).toEqual([]);
    expect(await send(currentUserPath, 'b')).toEqual([]);
    expect(await send(currentUserPath, 'a')).toMatchObject([
      { message: 'The status 200 accepts the cookie of a session that has ended.' },
    ]);
    setCookie = { 'Set-Cookie': 'JSESSIONID=a; Path=/; HttpOnly' };
    await send(currentUserPath, 'b');
    expect(await send(currentUserPath, 'a')).toEqual([]);
  });

  test('of a 304 only for a request that is not conditional', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(brief, {}, 304));
    await getBrief({ url }, 'daily');
    await getBrief({ url }, 'daily', { headers: { 'If-None-Match': '"1"' } });
    const entries = await journal.waitForEntries({ ended: true }, { count: 2 });
    expect(entries.map(({ violations }) => violations.length)).toEqual([1, 0]);
  });
});
