import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readObserverOptions } from '../../../mock-api/observer/readObserverOptions.ts';
import { startBackend } from '../../support/hostBackend.ts';
import {
  BRIEFS,
  mockServer,
  postJson,
  SIGN_IN,
  SUBMIT,
  submission,
} from '../../support/mockServer.ts';
import { observerOf } from '../../support/observer.ts';

const BRIEF = { name: 'daily', fullName: 'The Daily' };

/** A backend that answers every brief with a body of its own. */
async function backendThatSays(value: unknown, headers = {}) {
  const body = Buffer.isBuffer(value) ? value : JSON.stringify(value);
  const backend = await startBackend((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  return backend.url;
}

describe('drift is told as the mock tells it', () => {
  test('an answer that breaks the contract, with its rule and line', async () => {
    const { url, journal } = await observerOf(await backendThatSays({ name: 'daily' }));
    const answer = await fetch(`${url}${BRIEFS}/daily`);
    expect(await answer.json()).toEqual({ name: 'daily' });
    expect(await journal.wait({ ended: true })).toMatchObject({
      operation: 'getBrief',
      status: 200,
      outcome: 'answered',
      faults: [
        { rule: 'response.body', message: 'The body lacks "fullName".', line: expect.any(Number) },
      ],
    });
  });

  test('a compressed one too', async () => {
    const packed = gzipSync(JSON.stringify({ name: 7, fullName: 'x' }));
    const { url, journal } = await observerOf(
      await backendThatSays(packed, { 'Content-Encoding': 'gzip' }),
    );
    await (await fetch(`${url}${BRIEFS}/daily`)).text();
    const { faults } = await journal.wait({ ended: true });
    expect(faults.map(({ at }) => at)).toEqual(['body/name']);
  });

  test('a request that breaks it, and one that is not in it', async () => {
    const { url, journal } = await observerOf(await backendThatSays(BRIEF));
    await (await postJson(url + SUBMIT, submission({ text: 7 }))).text();
    await (await fetch(`${url}/rest/other`)).text();
    await journal.wait({ ended: true, after: 1 });
    const [first, second] = journal.list();
    expect(first?.faults.map(({ at }) => at)).toContain('body/text');
    expect(second?.faults.map(({ rule }) => rule)).toEqual(['request.path']);
  });

  test('nothing where nothing is wrong, in the same coverage and console', async () => {
    const mock = await mockServer();
    const { url, journal } = await observerOf(mock.url);
    await (await fetch(`${url}${BRIEFS}/daily-harvest`)).text();
    expect((await journal.wait({ ended: true })).faults).toEqual([]);
    const coverage = await (await fetch(`${url}/mock/coverage`)).json();
    expect(coverage.answers.exercised).toBe(1);
    const page = await (await fetch(`${url}/mock/`)).text();
    expect(page).toContain(`<h1>Contract observer</h1>`);
    expect(page).not.toContain('slow-brief');
    expect(mock.journal.list()).toHaveLength(1);
  });
});

describe('people are not written down', () => {
  const secrets = submission({
    briefId: 'secret-brief',
    subscriberId: 'secret-person',
    subjectLine: 'secret subject',
    text: 'secret text',
    recaptchaResponse: 'secret-token',
  });

  async function journalOf(recordBodies: boolean) {
    const observer = await observerOf(await backendThatSays(BRIEF), { recordBodies });
    const { url, journal } = observer;
    const headers = { Cookie: 'JSESSIONID=secret-cookie' };
    await (
      await fetch(`${url}${BRIEFS}/secret-brief?secret-name=secret-value`, { headers })
    ).text();
    await (await postJson(url + SUBMIT, secrets)).text();
    const body = new URLSearchParams({ username: 'secret-user', password: 'secret-password' });
    await (await fetch(url + SIGN_IN, { method: 'POST', body })).text();
    await (await fetch(`${url}/secret-page/secret-part`)).text();
    await expect.poll(() => journal.list({ ended: true }).length).toBe(4);
    return await (await fetch(`${url}/mock/journal`)).text();
  }

  test('unless it is asked for: ids, texts, tokens, names', async () => {
    const journal = await journalOf(false);
    expect(journal).not.toContain('secret');
    expect(journal).toContain('"path":"/rest/subscriber-feedback/briefs/•••?•••=•••"');
    expect(journal).toContain('"text":"•••"');
  });

  test('and even then no password and no cookie', async () => {
    const journal = await journalOf(true);
    expect(journal).toContain('secret text');
    expect(journal).toContain('secret-brief');
    expect(journal).not.toMatch(/secret-(password|cookie)/);
  });
});

test('it listens on this machine only, unless it is told otherwise', async () => {
  const { url } = await observerOf(await backendThatSays(BRIEF));
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(readObserverOptions(['http://a'])).not.toHaveProperty('host');
});

test.each([
  [[], 'Give one URL'],
  [['nothing'], 'Give one URL'],
  [['http://a', '--port', '70000'], '--port is "70000"'],
  [['http://a', '--bodies'], "Unknown option '--bodies'"],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readObserverOptions(args)).toThrow(sentence);
});
