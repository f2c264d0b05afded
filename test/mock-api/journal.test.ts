import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import request from 'supertest';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createJournal } from '../../mock-api/journal/journal.ts';
import { startMock } from '../../mock-api/startMock.ts';
import {
  briefsPath,
  postJson,
  signIn,
  signInForCookie,
  startTestMock,
  submission,
  submitPath,
} from '../support/mock/startTestMock.ts';
import { temporaryFolder } from '../support/mock/temporaryFiles.ts';

const arrival = { at: '2026-01-01T00:00:00.000Z', method: 'GET', path: '/' };

describe('an entry', () => {
  test('contains a submission with its body unchanged', async () => {
    const mock = await startTestMock();
    const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
    await postJson(mock.url + submitPath, sent);
    const entry = await mock.journal.wait({ operation: 'submitFeedback', ended: true });
    expect(entry).toMatchObject({
      id: 1,
      method: 'POST',
      path: submitPath,
      key: 'daily-harvest',
      subscriber: '7',
      body: sent,
      status: 200,
      mediaType: 'application/json',
      outcome: 'completed',
      violations: [],
    });
    expect(Date.parse(entry.at)).toBeGreaterThan(Date.now() - 10_000);
    expect(entry.durationMs).toBeGreaterThanOrEqual(0);
  });

  test('contains the violations of a request', async () => {
    const mock = await startTestMock();
    await postJson(mock.url + submitPath, submission({ text: '' }));
    const [entry] = mock.journal.list();
    expect(entry).toMatchObject({ status: 400, key: 'daily-harvest' });
    expect(entry?.violations).toMatchObject([
      { rule: 'request.body', location: 'body/text', keyword: 'minLength' },
    ]);
  });

  test('contains neither passwords nor cookies', async () => {
    const mock = await startTestMock();
    const query = 'p%61ssword=horse&user[password]=horse&access_token=horse';
    const headers = { 'X-Auth-Token': 'horse', Referer: `http://localhost/?${query}` };
    await fetch(`${mock.url}/rest/x?${query}&page=2`, { headers });
    expect(mock.journal.list()).toMatchObject([
      { path: '/rest/x?p%61ssword=•••&user[password]=•••&access_token=•••&page=2' },
    ]);
    await signIn(mock, 'editor', 'correct horse');
    const cookie = await signInForCookie(mock, 'editor', 'correct horse');
    await fetch(`${mock.url}/jsp/logout.jsp?password=correct%20horse`, { headers: { cookie } });
    const json = JSON.stringify(mock.journal.list());
    expect(json).toContain('editor');
    expect(json).not.toMatch(/correct|horse/);
    expect(json).not.toContain(cookie.split('=')[1]);
  });
});

describe('wait', () => {
  test('resolves to an entry that already exists', async () => {
    const mock = await startTestMock();
    await fetch(`${mock.url}${briefsPath}/daily-harvest`);
    expect(await mock.journal.wait({ operation: 'getBrief' })).toMatchObject({ id: 1 });
  });

  test('resolves to a later request before its response is sent', async () => {
    const mock = await startTestMock();
    const waiting = mock.journal.wait({ operation: 'submitFeedback', key: 'slow-submission.a' });
    const client = new AbortController();
    for (const briefId of ['slow-submission.b', 'slow-submission.a']) {
      const body = JSON.stringify(submission({ briefId }));
      const headers = { 'Content-Type': 'application/json' };
      fetch(mock.url + submitPath, { method: 'POST', headers, body, signal: client.signal }).catch(
        () => {},
      );
    }
    const entry = await waiting;
    expect(entry).toMatchObject({ key: 'slow-submission.a', outcome: 'pending' });
    expect(entry).not.toHaveProperty('status');
    client.abort();
  });

  test('rejects at the timeout', async () => {
    const journal = createJournal();
    await expect(journal.wait({ key: 'a' }, { timeoutMs: 20 })).rejects.toThrow(
      'No request matched {"key":"a"} within 20 ms.',
    );
  });
});

describe('the limits', () => {
  test('the oldest entries are dropped first, and ids are never reused', () => {
    const journal = createJournal({ limit: 3 });
    for (let i = 0; i < 5; i += 1) journal.add(arrival);
    expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
  });

  test('a busy tester does not evict the entries of others', () => {
    const journal = createJournal({ limit: 10 });
    for (const suffix of ['anna', 'ben']) {
      for (let i = 0; i < 4; i += 1) journal.add(arrival).update({ key: `x.${suffix}`, suffix });
    }
    for (let i = 0; i < 50; i += 1) {
      journal.add(arrival).update({ key: 'x.busy', suffix: 'busy' });
    }
    const ids = (suffix: string) => journal.list({ suffix }).map(({ id }) => id);
    expect(ids('anna')).toEqual([2, 3, 4]);
    expect(ids('ben')).toEqual([6, 7, 8]);
    expect(ids('busy')).toEqual([55, 56, 57, 58]);
    expect(journal.dropped({ suffix: 'anna' })).toBe(1);
    expect(journal.dropped({ suffix: 'nobody' })).toBe(0);
    expect(journal.dropped()).toBe(48);
  });

  test('wait mentions dropped entries that might have matched', async () => {
    const mock = await startTestMock({ journalLimit: 2 });
    for (let i = 0; i < 3; i += 1) await fetch(`${mock.url}${briefsPath}/daily-harvest.anna`);
    const messageFor = async (query: string) => {
      const response = await fetch(`${mock.url}/mock/journal/wait?timeout=1&${query}`);
      return (await response.json()).detail;
    };
    expect(await messageFor('status=404&key=daily-harvest.anna')).toBe(
      'No request matched {"status":404,"key":"daily-harvest.anna"} within 1 ms. 1 entry that might have matched was dropped: the journal keeps 2 (MOCK_JOURNAL_LIMIT).',
    );
    expect(await messageFor('status=404&key=daily-harvest.ben')).not.toContain('dropped');
    expect(await messageFor('status=404&after=1')).not.toContain('dropped');
    expect(await messageFor('status=404')).toContain('1 entry that might have matched');
  });

  test('a request with thousands of violations and a long body takes little memory', async () => {
    const mock = await startTestMock();
    const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
    await postJson(mock.url + submitPath, { ...submission(), ...Object.fromEntries(names) });
    const [entry] = mock.journal.list();
    expect(entry).toMatchObject({
      status: 400,
      body: expect.stringMatching(/too long to record$/),
    });
    expect(entry?.violations).toHaveLength(50);
    expect(JSON.stringify(entry).length).toBeLessThan(20_000);
  });

  test('clear removes only the entries that match', () => {
    const journal = createJournal();
    for (const suffix of ['a', 'b']) journal.add(arrival).update({ key: `x.${suffix}`, suffix });
    journal.add(arrival).update({ key: 'y' });
    expect(journal.clear({ key: 'x' })).toBe(2);
    expect(journal.list().map(({ key }) => key)).toEqual(['y']);
    expect(journal.clear()).toBe(1);
    expect(journal.add(arrival).entry.id).toBe(4);
  });
});

describe('over HTTP', () => {
  test('filters select entries', async () => {
    const { url } = await startTestMock();
    for (const id of ['daily-harvest', 'unheard-of', 'daily-harvest.anna']) {
      await fetch(`${url}${briefsPath}/${id}`);
    }
    const listed = async (query: string) => {
      const response = await fetch(`${url}/mock/journal?${query}`);
      const { entries } = (await response.json()) as { entries: { key: string }[] };
      return entries.map(({ key }) => key);
    };
    expect(await listed('')).toEqual(['daily-harvest', 'unheard-of', 'daily-harvest.anna']);
    expect(await listed('status=404')).toEqual(['unheard-of']);
    expect(await listed('key=daily-harvest.anna&operation=getBrief')).toEqual([
      'daily-harvest.anna',
    ]);
    expect(await listed('after=2')).toEqual(['daily-harvest.anna']);
    expect(await listed('operation=signIn')).toEqual([]);
  });

  test.each([
    ['colour=red', 'Unknown filter "colour": expected one of operation, key, '],
    ['status=ok', 'Filter "status": expected a status or a class such as 4xx, got "ok".'],
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
    await fetch(`${url}${briefsPath}/daily-harvest`);
    expect(await (await fetch(`${url}/mock/journal/1`)).json()).toMatchObject({
      key: 'daily-harvest',
    });
    for (const id of ['2', 'x', '-1']) {
      expect((await fetch(`${url}/mock/journal/${id}`)).status).toBe(404);
    }
  });

  test('a client can wait for a later request', async () => {
    const { url } = await startTestMock();
    const waiting = fetch(
      `${url}/mock/journal/wait?operation=submitFeedback&key=daily-harvest.anna`,
    );
    await postJson(url + submitPath, submission({ briefId: 'daily-harvest.ben' }));
    await postJson(
      url + submitPath,
      submission({ briefId: 'daily-harvest.anna', text: 'From Anna' }),
    );
    const response = await waiting;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ body: { text: 'From Anna' } });
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
    await fetch(`${mock.url}${briefsPath}/daily-harvest`);
    await expect.poll(() => statuses.filter((status) => status === 200).length).toBe(1000);
  });

  test('waiting returns 404 at the timeout', async () => {
    const { url } = await startTestMock();
    const response = await fetch(`${url}/mock/journal/wait?key=nobody&timeout=30`);
    expect(response.status).toBe(404);
    expect((await response.json()).detail).toBe(
      'No request matched {"key":"nobody"} within 30 ms.',
    );
  });

  test.each(['timeout=-1', 'timeout=x', 'timeout=600001', 'timeout=1&timeout=2'])(
    '%s is rejected',
    async (query) => {
      const { url } = await startTestMock();
      expect((await fetch(`${url}/mock/journal/wait?${query}`)).status).toBe(400);
    },
  );

  test('clear accepts the same filters', async () => {
    const mock = await startTestMock();
    for (const id of ['daily-harvest', 'unheard-of']) await fetch(`${mock.url}${briefsPath}/${id}`);
    const clear = (query: string) =>
      fetch(`${mock.url}/mock/journal/clear${query}`, { method: 'POST' });
    expect(await (await clear('?status=404')).json()).toEqual({ cleared: 1 });
    expect(mock.journal.list()).toMatchObject([{ key: 'daily-harvest' }]);
    expect(await (await clear('')).json()).toEqual({ cleared: 1 });
    expect((await clear('?colour=red')).status).toBe(400);
  });

  test('clear accepts the ids of entries in its body', async () => {
    const mock = await startTestMock();
    for (const id of ['a', 'b', 'c']) await fetch(`${mock.url}${briefsPath}/${id}`);
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
    const mock = await startTestMock();
    const statusFor = async (Host: string) =>
      (await request(mock.url).get('/mock/journal').set({ Host })).status;
    expect(await statusFor('attacker.example:4010')).toBe(403);
    for (const host of ['127.0.0.1', '[::1]:4010', 'localhost:80', 'mock:4010', 'a.localhost']) {
      expect(await statusFor(host)).toBe(200);
    }
  });

  test.each([
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://attacker.example' },
    { Origin: 'null' },
  ])('a page of another origin cannot clear: %o', async (headers) => {
    const mock = await startTestMock();
    await fetch(`${mock.url}${briefsPath}/daily-harvest`);
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
    ['/mock/journal/count?body.__proto__=x', 200, '{"count":0}'],
    ['/mock/journal?body.text=a&body.text=b', 400, 'Filter \\"body.text\\": expected one value.'],
    ['/mock/journal/%zz', 400, 'The path has a malformed percent-encoding.'],
  ])('%s', async (path, status, text) => {
    const mock = await startTestMock();
    await fetch(`${mock.url}${briefsPath}/daily-harvest`);
    const response = await fetch(mock.url + path);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(text);
  });

  test.each(['/mock/journal/1?key=a', '/mock/events?bogus=1'])('%s is rejected', async (path) => {
    const { url } = await startTestMock();
    const response = await fetch(url + path, { signal: AbortSignal.timeout(60_000) });
    expect(response.status).toBe(400);
    expect((await response.json()).detail).toMatch(/^Unknown query parameter "/);
  });

  test('console requests are not recorded', async () => {
    const mock = await startTestMock();
    await fetch(`${mock.url}/mock/journal`);
    expect(mock.journal.list()).toEqual([]);
  });
});

describe('a journal file', () => {
  test('restores the journal after a restart, and ids continue', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    await postJson(first.url + submitPath, submission());
    await signIn(first, 'editor', 'correct horse');
    await first.close();
    await appendFile(journalFile, '{"id":3,"violations"');

    const second = await startTestMock({ journalFile });
    await fetch(`${second.url}${briefsPath}/daily-harvest`);
    await second.journal.wait({ after: 2, ended: true });
    expect(second.journal.list()).toMatchObject([
      { id: 1, operation: 'submitFeedback', body: submission() },
      { id: 2, operation: 'signIn', body: { username: 'editor', password: '•••' } },
      { id: 3, operation: 'getBrief' },
    ]);
    expect(await readFile(journalFile, 'utf8')).not.toContain('horse');

    const third = await startTestMock({ journalFile });
    expect(third.journal.list().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('does not restore cleared entries, and their ids are not reused', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    for (const id of ['daily-harvest', 'unheard-of'])
      await fetch(`${first.url}${briefsPath}/${id}`);
    const slow = fetch(`${first.url}${briefsPath}/food-and-drink`, {
      headers: { Prefer: 'wait=0.2' },
    });
    await first.journal.wait({ key: 'food-and-drink' });
    await fetch(`${first.url}/mock/journal/clear?operation=getBrief`, { method: 'POST' });
    await slow;
    await first.close();

    const second = await startMock({ port: 0, journalFile });
    expect(second.journal.list()).toEqual([]);
    await fetch(`${second.url}${briefsPath}/daily-harvest`);
    await second.close();

    const third = await startTestMock({ journalFile });
    expect(third.journal.list().map(({ id }) => id)).toEqual([4]);
  });

  test('restores a request that was in progress at the end', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    const pending = fetch(`${first.url}${briefsPath}/slow-brief`).catch(() => 'aborted');
    await first.journal.wait({ operation: 'getBrief' });
    await first.close();
    expect(await pending).toBe('aborted');
    const second = await startTestMock({ journalFile });
    expect(second.journal.list()).toMatchObject([{ key: 'slow-brief' }]);
  });

  test('skips lines that are no entries', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const entry = { id: 7, at: '', method: 'GET', path: '/', outcome: 'completed', violations: [] };
    const lines = [
      entry,
      { ...entry, id: 2 ** 53 - 1 },
      { ...entry, id: 8, violations: [null] },
      { ...entry, id: 9, path: 9 },
      { ...entry, id: 10, key: 10 },
      { cleared: [2 ** 53 - 1] },
    ].map((line) => JSON.stringify(line));
    await writeFile(journalFile, [...lines, 'null', '{"id":11,"at'].join('\n'));
    const { url, journal } = await startTestMock({ journalFile });
    await fetch(`${url}${briefsPath}/daily-harvest`);
    expect(journal.list().map(({ id }) => id)).toEqual([7, 8]);
  });

  test('is replaced by one with the current entries when it has too many lines', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const options = { journalFile, journalLimit: 3 };
    const first = await startMock({ port: 0, ...options });
    for (let i = 0; i < 100; i += 1) {
      await fetch(`${first.url}${briefsPath}/daily-harvest`);
    }
    await first.journal.wait({ after: 99, ended: true });
    first.journal.remove([100]);
    await first.close();
    const lines = (await readFile(journalFile, 'utf8')).trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(31);

    const second = await startTestMock(options);
    expect(
      second.journal
        .list()
        .map(({ id }) => id)
        .slice(-2),
    ).toEqual([98, 99]);
    await fetch(`${second.url}${briefsPath}/daily-harvest`);
    expect(second.journal.list().at(-1)).toMatchObject({ id: 101 });
  });

  test('prevents startup if it cannot be written', async () => {
    const journalFile = join(await temporaryFolder(), 'no/such/folder');
    await expect(startTestMock({ journalFile })).rejects.toThrow(
      `MOCK_JOURNAL: expected a writable file, got "${journalFile}" (ENOENT`,
    );
  });
});
