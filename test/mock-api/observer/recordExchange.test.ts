import { writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContractContext } from '../../../mock-api/contract/contractContext.ts';
import { createJournal } from '../../../mock-api/journal/journal.ts';
import { createExchangeRecorder } from '../../../mock-api/observer/recordExchange.ts';
import { createValueMasks } from '../../../mock-api/observer/valueMasks.ts';
import { brief, problem, startBackendWith } from '../../support/mock/startBackendWith.ts';
import {
  currentUserPath,
  getBrief,
  startTestMock,
  submit,
} from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';
import { temporaryFolder } from '../../support/mock/temporaryFiles.ts';

describe('violations are recorded', () => {
  test('of a response, with rule and line', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith({ name: 'daily' }));
    const response = await getBrief({ url }, 'daily');
    expect(await response.json()).toEqual({ name: 'daily' });
    expect(await journal.wait({ ended: true })).toMatchObject({
      operation: 'getBrief',
      status: 200,
      outcome: 'completed',
      violations: [
        {
          rule: 'response.body',
          message: 'The body is missing the required property "fullName".',
          line: expect.any(Number),
        },
      ],
    });
  });

  test.each([
    ['2', []],
    ['Sun, 01 Nov 2026 12:00:00 GMT', []],
    ['soon', ['header Retry-After']],
  ])(
    'of a Retry-After that is neither a number of seconds nor a date: %s',
    async (value, locations) => {
      const [body, headers, status] = problem(429);
      const backend = await startBackendWith(body, { ...headers, 'Retry-After': value }, status);
      const { url, journal } = await startTestObserver(backend);
      await getBrief({ url }, 'daily');
      const { violations } = await journal.wait({ ended: true });
      expect(violations.map(({ location }) => location)).toEqual(locations);
    },
  );

  test('of a compressed response', async () => {
    const packed = gzipSync(JSON.stringify({ name: 7, fullName: 'x' }));
    const { url, journal } = await startTestObserver(
      await startBackendWith(packed, { 'Content-Encoding': 'gzip' }),
    );
    await (await getBrief({ url }, 'daily')).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ location }) => location)).toEqual(['body/name']);
  });

  test('of a request, and of one that the contract does not declare', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(brief));
    await (await submit({ url }, { text: 7 })).text();
    await (await fetch(`${url}/rest/other`)).text();
    await journal.wait({ ended: true, after: 1 });
    const [first, second] = journal.list();
    expect(first?.violations.map(({ location }) => location)).toContain('body/text');
    expect(second?.violations.map(({ rule }) => rule)).toEqual(['request.path']);
  });

  test.each([
    [500, 'The status 500 is a server error, although the request conforms to the contract.'],
    [400, 'The status 400 rejects a request that conforms to the contract.'],
  ])('of a %i in response to a valid request', async (status, message) => {
    const { url, journal } = await startTestObserver(await startBackendWith(...problem(status)));
    await (await getBrief({ url }, 'daily')).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map((violation) => violation.message)).toEqual([message]);
  });

  test('not of a 400 that may reject a captcha response', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(...problem(400)));
    await (await submit({ url })).text();
    expect((await journal.wait({ ended: true })).violations).toEqual([]);
  });

  test('of that 400 where the backend accepts any captcha response', async () => {
    const ignoreSingleUse = true;
    const backend = await startBackendWith(...problem(400));
    const { url, journal } = await startTestObserver(backend, { ignoreSingleUse });
    await (await submit({ url })).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ message }) => message)).toEqual([
      'The status 400 rejects a request that conforms to the contract.',
    ]);
  });

  test('of a byte order mark, and of a body that is not in its encoding', async () => {
    const json = JSON.stringify(brief);
    const marked = await startTestObserver(await startBackendWith(Buffer.from(`\ufeff${json}`)));
    await (await getBrief(marked, 'daily')).text();
    const { violations } = await marked.journal.wait({ ended: true });
    expect(violations.map(({ rule }) => rule)).toEqual(['response.syntax']);

    const labelled = await startTestObserver(
      await startBackendWith(Buffer.from(json), { 'Content-Encoding': 'gzip' }),
    );
    await expect((await getBrief(labelled, 'daily')).text()).rejects.toThrow();
    expect((await labelled.journal.wait({ ended: true })).violations).toMatchObject([
      {
        rule: 'response.header',
        message: 'The header "content-encoding" is gzip, but the body is not.',
      },
    ]);
  });

  test('not of a limit on requests that the contract does not declare', async () => {
    const [body, headers, status] = problem(429);
    const backend = await startBackendWith(body, { ...headers, 'Retry-After': '1' }, status);
    const { url, journal } = await startTestObserver(backend);
    await (await fetch(url + currentUserPath)).text();
    expect((await journal.wait({ ended: true })).violations).toEqual([]);
  });

  test.each([
    [
      { status: 404 },
      'The body\'s "status" is 404, but the response has 401; expected "status": 401.',
    ],
    [{ detail: 'at find (/srv/users/find.js:12:3)' }, 'The body contains a stack trace.'],
  ])('of problem details with %j', async (more, message) => {
    const [body, headers, status] = problem(401);
    const backend = await startBackendWith({ ...Object(body), ...more }, headers, status);
    const { url, journal } = await startTestObserver(backend);
    await (await fetch(url + currentUserPath)).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map((violation) => violation.message)).toEqual([message]);
  });

  test('of a server error, also for an invalid request', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(...problem(500)));
    await (await fetch(url + currentUserPath)).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ message }) => message)).toEqual(['The status 500 is a server error.']);
  });

  test('of missing credentials only if the backend accepts them', async () => {
    const rejecting = await startTestObserver(await startBackendWith(...problem(401)));
    await (await fetch(rejecting.url + currentUserPath)).text();
    expect((await rejecting.journal.wait({ ended: true })).violations).toEqual([]);

    const user = { userId: 'a', roles: [], fullName: 'A', emailAddress: 'a@example.com' };
    const accepting = await startTestObserver(await startBackendWith(user));
    await (await fetch(accepting.url + currentUserPath)).text();
    const { violations } = await accepting.journal.wait({ ended: true });
    expect(violations.map(({ rule }) => rule)).toEqual(['request.credentials']);
  });

  test('only for invalid exchanges, with the same coverage and console as the mock’s', async () => {
    const mock = await startTestMock();
    const { url, journal } = await startTestObserver(mock.url);
    await (await getBrief({ url }, 'daily-harvest')).text();
    expect((await journal.wait({ ended: true })).violations).toEqual([]);
    const coverage = await (await fetch(`${url}/mock/coverage`)).json();
    expect(coverage.responses.exercised).toBe(1);
    const page = await fetch(`${url}/mock/`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const data = await (await fetch(`${url}/mock/console.json`)).json();
    expect(data).toMatchObject({ name: 'Contract observer' });
    expect(data).not.toHaveProperty('groups');
    expect(mock.journal.list()).toHaveLength(1);
  });
});

test('an id of the backend has no suffix, although it contains a dot', async () => {
  const observer = await startTestObserver(await startBackendWith(brief), { recordBodies: true });
  await (await getBrief(observer, 'weekly.news')).text();
  const entry = await observer.journal.wait({ key: 'weekly.news', ended: true });
  expect(entry).toMatchObject({ status: 200, responseBody: JSON.stringify(brief) });
  expect(entry.suffix).toBeUndefined();
});

test('an exchange that cannot be validated is recorded with the reason', async () => {
  const journal = createJournal();
  const context = await loadContractContext('openapi.yaml');
  const matchOperation = () => {
    throw new Error('no stack left');
  };
  const currentFiles = () => ({
    context: { ...context, matchOperation },
    masks: createValueMasks(context.contract),
  });
  const options = { journal, currentFiles, recordBodies: false, responseTimeoutMs: 1 };
  const request = Object.assign(new IncomingMessage(new Socket()), { url: '/', method: 'GET' });
  createExchangeRecorder(options)(request).onEnd('completed');
  expect(await journal.wait({ ended: true })).toMatchObject({
    outcome: 'completed',
    reason: 'The exchange could not be validated: no stack left.',
  });
});

test('a schema that refers to itself without end does not end the observer', async () => {
  const contractFile = join(await temporaryFolder(), 'contract.json');
  const schema = { allOf: [{ $ref: '#/components/schemas/endless' }] };
  const responses = { 200: { description: 'D', content: { 'application/json': { schema } } } };
  const contract = {
    ...{ openapi: '3.1.0', info: { title: 'T', version: '1' } },
    ...{ paths: { '/x': { get: { responses } } }, components: { schemas: { endless: schema } } },
  };
  await writeFile(contractFile, JSON.stringify(contract));
  const { url, journal } = await startTestObserver(await startBackendWith({}), { contractFile });
  for (let i = 0; i < 2; i += 1) expect((await fetch(`${url}/x`)).status).toBe(200);
  expect(await journal.wait({ after: 1, ended: true })).toMatchObject({
    status: 200,
    reason: expect.stringMatching(
      /^The exchange could not be validated: .*json:1 The schema cannot/,
    ),
  });
});
