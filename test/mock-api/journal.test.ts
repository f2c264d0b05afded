import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createJournal } from '../../mock-api/journal/journal.ts';
import { startMock } from '../../mock-api/startMock.ts';
import { temporaryFolder } from '../support/mockFiles.ts';
import {
  BRIEFS,
  mockServer,
  postJson,
  SUBMIT,
  sessionOf,
  signInAs,
  submission,
} from '../support/mockServer.ts';

const arrival = { at: '2026-01-01T00:00:00.000Z', method: 'GET', path: '/' };

describe('what an entry tells', () => {
  test('a submission with its body as it came', async () => {
    const mock = await mockServer();
    const sent = submission({ text: 'Grüße\n<b>🌾</b>', subscriberId: 7 });
    await postJson(mock.url + SUBMIT, sent);
    const entry = await mock.journal.wait({ operation: 'submitFeedback', ended: true });
    expect(entry).toMatchObject({
      id: 1,
      method: 'POST',
      path: SUBMIT,
      key: 'daily-harvest',
      subscriber: '7',
      body: sent,
      status: 200,
      mediaType: 'application/json',
      outcome: 'answered',
      faults: [],
    });
    expect(Date.parse(entry.at)).toBeGreaterThan(Date.now() - 10_000);
    expect(entry.duration).toBeGreaterThanOrEqual(0);
  });

  test('in what a request broke the contract', async () => {
    const mock = await mockServer();
    await postJson(mock.url + SUBMIT, submission({ text: '' }));
    const [entry] = mock.journal.list();
    expect(entry).toMatchObject({ status: 400, key: 'daily-harvest' });
    expect(entry?.faults).toMatchObject([
      { rule: 'request.body', at: 'body/text', keyword: 'minLength' },
    ]);
  });

  test('neither passwords nor cookies', async () => {
    const mock = await mockServer();
    await signInAs(mock, 'editor', 'correct horse');
    const cookie = await sessionOf(mock, 'editor', 'correct horse');
    await fetch(`${mock.url}/jsp/logout.jsp?password=correct%20horse`, { headers: { cookie } });
    const told = JSON.stringify(mock.journal.list());
    expect(told).toContain('editor');
    expect(told).not.toMatch(/correct|horse/);
    expect(told).not.toContain(cookie.split('=')[1]);
  });
});

describe('waiting', () => {
  test('gives an entry that is already there', async () => {
    const mock = await mockServer();
    await fetch(`${mock.url}${BRIEFS}/daily-harvest`);
    expect(await mock.journal.wait({ operation: 'getBrief' })).toMatchObject({ id: 1 });
  });

  test('gives one that arrives later, before it is answered', async () => {
    const mock = await mockServer();
    const waiting = mock.journal.wait({ operation: 'submitFeedback', key: 'slow-submission.a' });
    const leave = new AbortController();
    for (const briefId of ['slow-submission.b', 'slow-submission.a']) {
      const body = JSON.stringify(submission({ briefId }));
      const headers = { 'Content-Type': 'application/json' };
      fetch(mock.url + SUBMIT, { method: 'POST', headers, body, signal: leave.signal }).catch(
        () => {},
      );
    }
    const entry = await waiting;
    expect(entry).toMatchObject({ key: 'slow-submission.a', outcome: 'pending' });
    expect(entry).not.toHaveProperty('status');
    leave.abort();
  });

  test('ends with a sentence when nothing comes', async () => {
    const journal = createJournal();
    await expect(journal.wait({ key: 'a' }, { timeout: 20 })).rejects.toThrow(
      'No request matched {"key":"a"} in 20 ms.',
    );
  });
});

describe('its bounds', () => {
  test('the oldest entries go first, and ids are never given twice', () => {
    const journal = createJournal({ limit: 3 });
    for (let i = 0; i < 5; i += 1) journal.add(arrival);
    expect(journal.list().map(({ id }) => id)).toEqual([3, 4, 5]);
  });

  test('a request with thousands of faults and a long body takes little room', async () => {
    const mock = await mockServer();
    const names = Array.from({ length: 3000 }, (_, i) => [`field${i}`, 1]);
    await postJson(mock.url + SUBMIT, { ...submission(), ...Object.fromEntries(names) });
    const [entry] = mock.journal.list();
    expect(entry).toMatchObject({ status: 400, body: expect.stringMatching(/too long to keep$/) });
    expect(entry?.faults).toHaveLength(50);
    expect(JSON.stringify(entry).length).toBeLessThan(20_000);
  });

  test('clearing removes what matches and nothing else', () => {
    const journal = createJournal();
    for (const key of ['x.a', 'x.b', 'y']) journal.add(arrival).update({ key });
    expect(journal.clear({ key: 'x' })).toBe(2);
    expect(journal.list().map(({ key }) => key)).toEqual(['y']);
    expect(journal.clear()).toBe(1);
    expect(journal.add(arrival).entry.id).toBe(4);
  });
});

describe('over HTTP', () => {
  test('entries are listed by filter', async () => {
    const { url } = await mockServer();
    for (const id of ['daily-harvest', 'unheard-of', 'daily-harvest.anna']) {
      await fetch(`${url}${BRIEFS}/${id}`);
    }
    const listed = async (query: string) => {
      const answer = await fetch(`${url}/mock/journal?${query}`);
      const { entries } = (await answer.json()) as { entries: { key: string }[] };
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
    ['colour=red', 'There is no filter "colour".'],
    ['status=ok', 'The filter "status" has an unreadable value.'],
    ['key=a&key=b', 'The filter "key" has an unreadable value.'],
  ])('%s is refused', async (query, reason) => {
    const { url } = await mockServer();
    const answer = await fetch(`${url}/mock/journal?${query}`);
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain(reason);
  });

  test('one entry has an address of its own', async () => {
    const { url } = await mockServer();
    await fetch(`${url}${BRIEFS}/daily-harvest`);
    expect(await (await fetch(`${url}/mock/journal/1`)).json()).toMatchObject({
      key: 'daily-harvest',
    });
    for (const id of ['2', 'x', '-1']) {
      expect((await fetch(`${url}/mock/journal/${id}`)).status).toBe(404);
    }
  });

  test('a check can wait for a request that is still to come', async () => {
    const { url } = await mockServer();
    const waiting = fetch(
      `${url}/mock/journal/wait?operation=submitFeedback&key=daily-harvest.anna`,
    );
    await postJson(url + SUBMIT, submission({ briefId: 'daily-harvest.ben' }));
    await postJson(url + SUBMIT, submission({ briefId: 'daily-harvest.anna', text: 'From Anna' }));
    const answer = await waiting;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ body: { text: 'From Anna' } });
  });

  test('waiting in vain ends with a 404 that says so', async () => {
    const { url } = await mockServer();
    const answer = await fetch(`${url}/mock/journal/wait?key=nobody&timeout=30`);
    expect(answer.status).toBe(404);
    expect((await answer.json()).message).toBe('No request matched {"key":"nobody"} in 30 ms.');
  });

  test.each(['timeout=-1', 'timeout=x', 'timeout=600001', 'timeout=1&timeout=2'])(
    '%s is refused',
    async (query) => {
      const { url } = await mockServer();
      expect((await fetch(`${url}/mock/journal/wait?${query}`)).status).toBe(400);
    },
  );

  test('clearing takes the same filters', async () => {
    const mock = await mockServer();
    for (const id of ['daily-harvest', 'unheard-of']) await fetch(`${mock.url}${BRIEFS}/${id}`);
    const clear = (query: string) =>
      fetch(`${mock.url}/mock/journal/clear${query}`, { method: 'POST' });
    expect(await (await clear('?status=404')).json()).toEqual({ cleared: 1 });
    expect(mock.journal.list()).toMatchObject([{ key: 'daily-harvest' }]);
    expect(await (await clear('')).json()).toEqual({ cleared: 1 });
    expect((await clear('?colour=red')).status).toBe(400);
  });

  test('the mock’s own pages are not in it', async () => {
    const mock = await mockServer();
    await fetch(`${mock.url}/mock/journal`);
    expect(mock.journal.list()).toEqual([]);
  });
});

describe('kept in a file', () => {
  test('it survives a restart, and ids go on', async () => {
    const journalFile = join(await temporaryFolder(), 'journal.ndjson');
    const first = await startMock({ port: 0, journalFile });
    await postJson(first.url + SUBMIT, submission());
    await signInAs(first, 'editor', 'correct horse');
    await first.close();
    await appendFile(journalFile, '{"id":3,"faults"');

    const second = await mockServer({ journalFile });
    await fetch(`${second.url}${BRIEFS}/daily-harvest`);
    await second.journal.wait({ after: 2, ended: true });
    expect(second.journal.list()).toMatchObject([
      { id: 1, operation: 'submitFeedback', body: submission() },
      { id: 2, operation: 'signIn', body: { username: 'editor', password: '•••' } },
      { id: 3, operation: 'getBrief' },
    ]);
    expect(await readFile(journalFile, 'utf8')).not.toContain('horse');

    const third = await mockServer({ journalFile });
    expect(third.journal.list().map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  test('a file that cannot be written stops the start', async () => {
    const journalFile = join(await temporaryFolder(), 'no/such/folder');
    await expect(mockServer({ journalFile })).rejects.toThrow(
      `The journal cannot be kept in ${journalFile}: ENOENT`,
    );
  });
});
