import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getBrief, postJson, startTestMock, submit } from '../support/mock/startTestMock.ts';

describe('the journal over HTTP', () => {
  test.each([
    ['colour=red', 'Unknown filter "colour": expected one of operation, key, '],
    ['status=ok', 'Filter "status": expected a status or a class such as 4xx, got "ok".'],
    ['operation=getbrief', 'Filter "operation": expected one of getBrief, '],
    ['body.subjectline=x', 'Filter "body.subjectline": no body has "subjectline"; did you mean'],
    ['body.__proto__=x', 'Filter "body.__proto__": no body has "__proto__"; the names are '],
    ['operation=signIn&body.text=x', 'no body has "text"; the names are username, password.'],
    ['operation=signOut&body.text=x', 'Filter "body.text": there is no such body.'],
    ['body.text~=(a', 'Filter "body.text~": expected a regular expression such as /^hello/i.'],
    [`body.text~=/${'a'.repeat(200)}/`, 'expected a regular expression'],
    ['body.text=a&body.text*=b', 'Filter "body.text*": expected one value.'],
    ['key=a&key=b', 'Filter "key": expected one value, got ["a","b"].'],
  ])('%s is rejected', async (query, reason) => {
    const { url } = await startTestMock();
    const response = await fetch(`${url}/mock/journal?${query}`);
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toContain(reason);
  });

  test('a client that does not read holds no copy of the journal', async () => {
    const mock = await startTestMock();
    for (let i = 0; i < 2000; i += 1) {
      const entry = mock.journal.add({ at: '', method: 'GET', path: `/${i}` });
      entry.update({ responseBody: 'x'.repeat(16_000) });
    }
    const usedMiB = () => {
      const { heapUsed, external } = process.memoryUsage();
      return (heapUsed + external) / 2 ** 20;
    };
    const before = usedMiB();
    for (let i = 0; i < 12; i += 1) {
      const socket = connect(mock.port, '127.0.0.1').on('error', () => {});
      onTestFinished(() => void socket.destroy());
      socket.write('GET /mock/journal HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'readable');
    }
    expect(usedMiB() - before).toBeLessThan(150);
    const { entries, limit } = await (await fetch(`${mock.url}/mock/journal`)).json();
    expect(entries).toHaveLength(2000);
    expect(limit).toBe(2000);
  });

  test('an entry has its own URL', async () => {
    const { url } = await startTestMock();
    await getBrief({ url }, 'daily-harvest');
    expect(await (await fetch(`${url}/mock/journal/1`)).json()).toMatchObject({
      key: 'daily-harvest',
    });
    for (const id of ['2', 'x', '-1']) {
      expect((await fetch(`${url}/mock/journal/${id}`)).status).toBe(404);
    }
  });

  test('at most 1,000 clients can wait', async () => {
    const mock = await startTestMock();
    const statuses: (number | undefined)[] = [];
    for (let i = 0; i < 1003; i += 1) {
      get(`${mock.url}/mock/journal/wait?timeout=60000`, (response) =>
        statuses.push(response.resume().statusCode),
      );
    }
    await expect.poll(() => statuses).toEqual([503, 503, 503]);
    await getBrief(mock, 'daily-harvest');
    await expect.poll(() => statuses.filter((status) => status === 200).length).toBe(1000);
  });

  test.each(['wait?', 'wait?count=2&', 'count?', 'wait?subscriber=nobody&timeout=50&'])(
    'a regular expression that takes too long is rejected: %s',
    async (route) => {
      const { url } = await startTestMock();
      await submit({ url }, { text: `${'a'.repeat(60)}b` });
      const pattern = encodeURIComponent('/^(a+)+$/');
      const response = await fetch(`${url}/mock/journal/${route}body.text~=${pattern}`);
      expect(response.status).toBe(400);
      expect((await response.json()).detail).toBe(
        'The regular expression took longer than 1000 ms.',
      );
    },
  );

  test.each(['timeout=-1', 'timeout=x', 'timeout=600001', 'timeout=1&timeout=2'])(
    '%s is rejected',
    async (query) => {
      const { url } = await startTestMock();
      expect((await fetch(`${url}/mock/journal/wait?${query}`)).status).toBe(400);
    },
  );

  test('clear accepts the same filters', async () => {
    const mock = await startTestMock();
    for (const id of ['daily-harvest', 'unheard-of']) await getBrief(mock, id);
    const clear = (query: string) =>
      fetch(`${mock.url}/mock/journal/clear${query}`, { method: 'POST' });
    expect(await (await clear('?status=404')).json()).toEqual({ cleared: 1 });
    expect(mock.journal.list()).toMatchObject([{ key: 'daily-harvest' }]);
    expect(await (await clear('')).json()).toEqual({ cleared: 1 });
    expect((await clear('?colour=red')).status).toBe(400);
  });

  test('clear accepts the ids of entries in its body', async () => {
    const mock = await startTestMock();
    for (const id of ['a', 'b', 'c']) await getBrief(mock, id);
    const clear = (body: unknown) => postJson(`${mock.url}/mock/journal/clear`, body);
    expect(await (await clear({ ids: [1, 3, 77] })).json()).toEqual({ cleared: 2 });
    expect(mock.journal.list().map(({ key }) => key)).toEqual(['b']);
    for (const body of [{ ids: ['2'] }, { id: 2 }, '[', 'null']) {
      expect((await clear(body)).status).toBe(400);
    }
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const clearUrl = `${mock.url}/mock/journal/clear`;
    expect((await fetch(clearUrl, { method: 'POST', headers, body: 'ids=2' })).status).toBe(400);
    expect(mock.journal.list()).toHaveLength(1);
  });

  test('a site whose name resolves to this machine reads nothing', async () => {
    const mock = await startTestMock({ allowedHosts: ['qa.example.com'] });
    const statusFor = async (headers: Record<string, string>) =>
      (await request(mock.url).get('/mock/journal').set(headers)).status;
    const local = ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'phone.local'];
    for (const Host of [...local, 'QA.example.com:4010']) {
      expect(await statusFor({ Host })).toBe(200);
      expect(await statusFor({ 'X-Forwarded-Host': `${Host}, localhost` })).toBe(200);
      expect(await statusFor({ Host, 'X-Forwarded-Host': 'attacker.example' })).toBe(403);
      expect(await statusFor({ Host: 'attacker.example:4010', 'X-Forwarded-Host': Host })).toBe(
        403,
      );
    }
  });

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://attacker.example' },
    { Origin: 'null' },
  ])('a page of another origin cannot clear: %o', async (headers) => {
    const mock = await startTestMock();
    await getBrief(mock, 'daily-harvest');
    const response = await request(mock.url).post('/mock/journal/clear').set(headers);
    expect(response.status).toBe(403);
    expect(response.body.detail).toBe('Pages of another origin cannot change the mock.');
    expect(mock.journal.list()).toHaveLength(1);
  });

  test('a page of the mock’s or the host’s own origin can clear', async () => {
    const mock = await startTestMock();
    for (const headers of [
      { Origin: mock.url },
      { Origin: 'http://192.168.0.7:3000', 'X-Forwarded-Host': '192.168.0.7:3000' },
      { Origin: 'http://localhost:3000', 'Sec-Fetch-Site': 'same-origin' },
    ]) {
      const response = await request(mock.url).post('/mock/journal/clear').set(headers);
      expect(response.status).toBe(200);
    }
  });

  test.each([
    ['/mock/journal?body.text=a&body.text=b', 400, 'Filter \\"body.text\\": expected one value.'],
    ['/mock/journal/%zz', 400, 'The path has a malformed percent-encoding.'],
  ])('%s', async (path, status, text) => {
    const mock = await startTestMock();
    await getBrief(mock, 'daily-harvest');
    const response = await fetch(mock.url + path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test.each(['/mock/journal/1?key=a', '/mock/console.json?bogus=1'])(
    '%s is rejected',
    async (path) => {
      const { url } = await startTestMock();
      const response = await fetch(url + path, { signal: AbortSignal.timeout(10_000) });
      expect(response.status).toBe(400);
      expect((await response.json()).detail).toMatch(/^Unknown query parameter "/);
    },
  );

  test('console requests are not recorded', async () => {
    const mock = await startTestMock();
    await fetch(`${mock.url}/mock/journal`);
    expect(mock.journal.list()).toEqual([]);
  });
});
