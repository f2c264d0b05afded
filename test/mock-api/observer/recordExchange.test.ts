import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { loadContractContext } from '../../../mock-api/contract/contractContext.ts';
import { createJournal } from '../../../mock-api/journal/journal.ts';
import { createExchangeRecorder } from '../../../mock-api/observer/recordExchange.ts';
import { createValueMasks } from '../../../mock-api/observer/valueMasks.ts';
import { startBackend } from '../../support/host/startBackend.ts';
import {
  briefsPath,
  currentUserPath,
  postJson,
  signInPath,
  signOutPath,
  startTestMock,
  submission,
  submitPath,
} from '../../support/mock/startTestMock.ts';
import { startTestObserver } from '../../support/mock/startTestObserver.ts';
import { copyWithChange } from '../../support/mock/temporaryFiles.ts';

const brief = { name: 'daily', fullName: 'The Daily' };

/** Starts a backend that sends the same response to every request. */
async function startBackendWith(value: unknown, headers = {}, status = 200) {
  const body = Buffer.isBuffer(value) ? value : JSON.stringify(value);
  const backend = await startBackend((_req, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  });
  return backend.url;
}

/** The arguments of `startBackendWith` for an error. */
function problem(status: number) {
  const headers = { 'Content-Type': 'application/problem+json' };
  return [{ title: 'Not this time', status }, headers, status] as const;
}

describe('violations are recorded', () => {
  test('of a response, with rule and line', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith({ name: 'daily' }));
    const response = await fetch(`${url}${briefsPath}/daily`);
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
      await fetch(`${url}${briefsPath}/daily`);
      const { violations } = await journal.wait({ ended: true });
      expect(violations.map(({ location }) => location)).toEqual(locations);
    },
  );

  test('of a compressed response', async () => {
    const packed = gzipSync(JSON.stringify({ name: 7, fullName: 'x' }));
    const { url, journal } = await startTestObserver(
      await startBackendWith(packed, { 'Content-Encoding': 'gzip' }),
    );
    await (await fetch(`${url}${briefsPath}/daily`)).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ location }) => location)).toEqual(['body/name']);
  });

  test('of a request, and of one that the contract does not declare', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(brief));
    await (await postJson(url + submitPath, submission({ text: 7 }))).text();
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
    await (await fetch(`${url}${briefsPath}/daily`)).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map((violation) => violation.message)).toEqual([message]);
  });

  test('not of a 400 that may reject a captcha response', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(...problem(400)));
    await (await postJson(url + submitPath, submission())).text();
    expect((await journal.wait({ ended: true })).violations).toEqual([]);
  });

  test('of that 400 where the backend accepts any captcha response', async () => {
    const ignoreSingleUse = true;
    const backend = await startBackendWith(...problem(400));
    const { url, journal } = await startTestObserver(backend, { ignoreSingleUse });
    await (await postJson(url + submitPath, submission())).text();
    const { violations } = await journal.wait({ ended: true });
    expect(violations.map(({ message }) => message)).toEqual([
      'The status 400 rejects a request that conforms to the contract.',
    ]);
  });

  test('of a byte order mark, and of a body that is not in its encoding', async () => {
    const json = JSON.stringify(brief);
    const marked = await startTestObserver(await startBackendWith(Buffer.from(`\ufeff${json}`)));
    await (await fetch(`${marked.url}${briefsPath}/daily`)).text();
    const { violations } = await marked.journal.wait({ ended: true });
    expect(violations.map(({ rule }) => rule)).toEqual(['response.syntax']);

    const labelled = await startTestObserver(
      await startBackendWith(Buffer.from(json), { 'Content-Encoding': 'gzip' }),
    );
    await expect((await fetch(`${labelled.url}${briefsPath}/daily`)).text()).rejects.toThrow();
    expect((await labelled.journal.wait({ ended: true })).violations).toMatchObject([
      {
        rule: 'response.header',
        message: 'The header "content-encoding" is gzip, but the body is not.',
      },
    ]);
  });

  test.each([
    [{ 'Content-Encoding': 'none' }, 'content-encoding'],
    [{ 'Cache-Control': 'public, max-age=600', 'Set-Cookie': 'a=1' }, 'cache-control'],
    [{ ETag: ['"1"', '"2"'] }, 'etag'],
  ])('of a header that HTTP forbids: %j', async (headers, name) => {
    const { url, journal } = await startTestObserver(await startBackendWith(brief, headers));
    const accept = { headers: { 'Accept-Encoding': 'gzip' } };
    await fetch(`${url}${briefsPath}/daily`, accept).then((response) => response.body?.cancel());
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
    await fetch(`${url}${briefsPath}/daily`);
    await fetch(`${url}${briefsPath}/daily`, { headers: { 'If-None-Match': '"1"' } });
    const entries = await journal.waitForEntries({ ended: true }, { count: 2 });
    expect(entries.map(({ violations }) => violations.length)).toEqual([1, 0]);
  });

  test('not of a limit on requests that the contract does not declare', async () => {
    const { url, journal } = await startTestObserver(await startBackendWith(...problem(429)));
    await (await fetch(url + currentUserPath)).text();
    expect((await journal.wait({ ended: true })).violations).toEqual([]);
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
    await (await fetch(`${url}${briefsPath}/daily-harvest`)).text();
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

describe('personal data is masked', () => {
  const secrets = submission({
    briefId: 'secret-brief',
    subscriberId: 'secret-person',
    subjectLine: 'secret subject',
    text: 'secret text',
    recaptchaResponse: 'secret-token',
  });

  async function journalOf(recordBodies: boolean) {
    const observer = await startTestObserver(await startBackendWith(brief), { recordBodies });
    const { url, journal } = observer;
    const headers = { Cookie: 'JSESSIONID=secret-cookie' };
    await (
      await fetch(`${url}${briefsPath}/secret-brief?secret-name=secret-value`, { headers })
    ).text();
    await (await postJson(url + submitPath, secrets)).text();
    const body = new URLSearchParams({ username: 'secret-user', password: 'secret-password' });
    await (await fetch(url + signInPath, { method: 'POST', body })).text();
    await (await fetch(`${url}/secret-page/secret-part`)).text();
    await expect.poll(() => journal.list({ ended: true }).length).toBe(4);
    return await (await fetch(`${url}/mock/journal`)).text();
  }

  test('by default: ids, texts, tokens, names', async () => {
    const journal = await journalOf(false);
    expect(journal).not.toContain('secret');
    expect(journal).toContain('"path":"/rest/subscriber-feedback/briefs/•••?•••=•••"');
    expect(journal).toContain('"text":"•••"');
  });

  test('only passwords and cookies, with recordBodies', async () => {
    const journal = await journalOf(true);
    expect(journal).toContain('secret text');
    expect(journal).toContain('secret-brief');
    expect(journal).not.toMatch(/secret-(password|cookie)/);
  });
});

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
  const entry = await observer.journal.wait({ ended: true });
  expect(entry.path).toBe('/jsp/logout.jsp;x-session-key=•••?pass%77ord=•••&x-session-key=•••');
  expect(JSON.stringify(entry)).not.toContain('secret');
});

test('a body of many values is not kept', async () => {
  const { url, journal } = await startTestObserver(await startBackendWith(brief));
  await (await postJson(url + submitPath, submission({ text: Array(100_000).fill(0) }))).text();
  expect((await journal.wait({ ended: true })).body).toMatch(
    /^\d+ characters, too long to record$/,
  );
});

test.each([
  ['http://127.0.0.1:4871', 'URL: expected the URL of a backend, got that of the observer itself.'],
  ['http://localhost:4871', 'URL: expected the URL of a backend, got that of the observer itself.'],
  ['http://a:b@127.0.0.1', 'URL: expected no credentials, query or fragment.'],
  ['http://127.0.0.1/?a', 'URL: expected no credentials, query or fragment.'],
])('a backend that cannot be observed is rejected: %s', async (url, message) => {
  await expect(startTestObserver(url, { port: 4871 })).rejects.toThrow(message);
});

test('an empty address to listen on is rejected, because it means all addresses', async () => {
  const message =
    '--host: expected an address of this machine, such as 127.0.0.1 or 0.0.0.0, got "".';
  await expect(startTestObserver('http://127.0.0.1', { host: '' })).rejects.toThrow(message);
});

test('an id of the backend has no suffix, although it contains a dot', async () => {
  const observer = await startTestObserver(await startBackendWith(brief), { recordBodies: true });
  await (await fetch(`${observer.url}${briefsPath}/weekly.news`)).text();
  const entry = await observer.journal.wait({ key: 'weekly.news', ended: true });
  expect(entry).toMatchObject({ status: 200, responseBody: JSON.stringify(brief) });
  expect(entry.suffix).toBeUndefined();
});

test('the observer listens on loopback by default', async () => {
  const { url } = await startTestObserver(await startBackendWith(brief));
  expect(new URL(url).hostname).toBe('127.0.0.1');
});

test('the observer starts with a contract that the mock’s data does not conform to', async () => {
  const contractFile = await copyWithChange('openapi.yaml', (text) =>
    text
      .replace('required: [name, fullName]', 'required: [name, fullName, colour]')
      .replaceAll(
        /^( +)(fullName: (The Daily Harvest|Food & Drink Weekly))\n/gm,
        '$1$2\n$1colour: green\n',
      ),
  );
  const { url, journal } = await startTestObserver(await startBackendWith(brief), { contractFile });
  await (await fetch(`${url}${briefsPath}/daily`)).text();
  const { violations } = await journal.wait({ ended: true });
  expect(violations.map(({ message }) => message)).toEqual([
    'The body is missing the required property "colour".',
  ]);
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
