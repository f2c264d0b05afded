import { get, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import { startBackend } from '../startBackend.ts';
import { brief as sentBrief, startRawBackend } from '../startRawBackend.ts';
import { brief, problem, startBackendWith } from './fixtures/startBackendWith.ts';
import {
  briefsPath,
  startTestObserver,
  submitPath,
  type TestMock,
} from './fixtures/startTestMock.ts';

type Send = (observer: TestMock) => PromiseLike<unknown>;
type Sent = Readonly<Parameters<typeof startBackendWith>>;

const getBrief: Send = (observer) => observer.getBrief('daily');
const messagesOf = ({ violations }: JournalEntry) => violations.map(({ message }) => message);

/** Sends a request through an observer to a backend, and returns its entry. */
async function observe(backend: string, send = getBrief, options = {}) {
  const observer = await startTestObserver(backend, options);
  await Promise.resolve(send(observer)).catch(() => {});
  return observer.entry();
}

/** A page that a server, or a proxy in front of it, sends by itself. */
const page = (status: number): Sent => [
  Buffer.from('<h1>nginx</h1>'),
  { 'Content-Type': 'text/html' },
  status,
];

const user = { userId: 'a', roles: [], fullName: 'A', emailAddress: 'a@example.com' };
const signInBehindProxy: Send = ({ signIn }) => signIn('a').set('X-Forwarded-Host', 'news.example');
const setsCookie = { 'Set-Cookie': 'JSESSIONID=a; HttpOnly; Path=/; Domain=other.example' };

test.each(
  Object.entries<{ sent: Sent; send?: Send }>({
    'The body\'s "name" must be of type string.': {
      sent: [gzipSync('{"name":7,"fullName":"x"}'), { 'Content-Encoding': 'gzip' }],
    },
    'The status 500 is a server error, although the request conforms to the contract.': {
      sent: problem(500),
    },
    'The status 500 is a server error.': {
      sent: problem(500),
      send: (it) => it.currentUser(),
    },
    'The status 400 rejects a request that conforms to the contract.': { sent: problem(400) },
    'The header "content-encoding" is gzip, but the body is not.': {
      sent: [Buffer.from(sentBrief), { 'Content-Encoding': 'gzip' }],
    },
    // The rules of HTTP for any message, and for the cookies of a sign-in.
    'The header "etag" occurs more than once, with different values; expected one value.': {
      sent: [brief, { ETag: ['"1"', '"2"'] }],
    },
    'its Domain is other.example, not news.example': {
      sent: ['', setsCookie],
      send: signInBehindProxy,
    },
    'The credentials are missing: session.': { sent: [user], send: (it) => it.currentUser() },
    'The path has a malformed percent-encoding.': {
      sent: page(400),
      send: (it) => it.getBrief('daily%ZZ'),
    },
    'The method is not declared for this path; expected GET or HEAD.': {
      sent: page(405),
      send: ({ http }) => http.trace(`${briefsPath}/daily`),
    },
  }),
)('the observer reports the violation: %s', async (message, { sent, send }) => {
  const entry = await observe(await startBackendWith(...sent), send);
  expect(messagesOf(entry)).toEqual([expect.stringContaining(message)]);
});

test.each(
  Object.entries<{ sent: Sent; send: Send }>({
    'a 400 that may reject a captcha response': {
      sent: problem(400),
      send: (it) => it.submit(),
    },
    'a 304 for a conditional request': {
      sent: [brief, {}, 304],
      send: (it) => it.getBrief('daily').set('If-None-Match', '"1"'),
    },
    'a page with 405 for HEAD': {
      sent: page(405),
      send: ({ http }) => http.head(`${briefsPath}/daily`),
    },
  }),
)('%s is no violation', async (_, { sent, send }) => {
  expect(messagesOf(await observe(await startBackendWith(...sent), send))).toEqual([]);
});

test('where the backend accepts any captcha response, a 400 for a valid one is a violation', async () => {
  const backend = await startBackendWith(...problem(400));
  const entry = await observe(backend, (it) => it.submit(), { ignoreSingleUse: true });
  expect(messagesOf(entry)).toEqual([
    'The status 400 rejects a request that conforms to the contract.',
  ]);
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test.each(
  Object.entries({
    'reset: missing: the backend closed the connection': '',
    'reset mid-body: incomplete: the backend closed the connection': `${head}Content-Length: 99\r\n\r\n{"na`,
    'malformed: not valid HTTP: Invalid status code: 99':
      'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
    'malformed: not valid HTTP: Expected HTTP/, RTSP/ or ICE/': `${head}Content-Length: 3\r\n\r\n${sentBrief}`,
    'malformed: not valid HTTP: Unexpected upgrade':
      'HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n',
  }),
)(
  'a response that is not complete is a violation, with an outcome: %s',
  async (expected, bytes) => {
    const backend = await startRawBackend((socket) => socket.end(bytes));
    const { outcome, operation, violations } = await observe(backend.url);
    expect(`${outcome}: ${violations.at(-1)?.message}`).toBe(
      expected.replace(': ', ': The response is ').concat('.'),
    );
    expect(operation).toBe('getBrief');
  },
);

test('a backend that cannot be reached is no violation, but the reason is recorded', async () => {
  const stopped = await startRawBackend();
  stopped.stop();
  expect(await observe(stopped.url)).toMatchObject({
    outcome: 'reset',
    reason: expect.stringMatching(/^No connection to the backend: connect ECONNREFUSED 127/),
    violations: [],
  });
});

test('a backend without HTTPS is named as the reason', async () => {
  const backend = await startBackend();
  const { reason } = await observe(backend.url.replace('http:', 'https:'));
  expect(reason).toBe('No connection to the backend: its port does not support HTTPS.');
});

/** Stops the clock that the observer measures with; only `vi.advanceTimersByTime()` advances it. */
function useFakeClock() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a request that the client does not complete is no violation, however long it takes', async () => {
  useFakeClock();
  const backend = await startRawBackend();
  const { url, journal, entry } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 99 };
  const client = request(url + submitPath, { method: 'POST', headers }).on('error', () => {});
  client.write('{"text":');
  await expect.poll(() => journal.list().length).toBe(1);
  vi.advanceTimersByTime(25);
  client.destroy();
  expect(await entry()).toMatchObject({ outcome: 'client aborted', violations: [] });
});

test('a response that begins too late is a violation', async () => {
  useFakeClock();
  let respond: (() => void) | undefined;
  const backend = await startBackend((_req, res) => {
    respond = () => res.setHeader('Content-Type', 'application/json').end(sentBrief);
  });
  const { url, entry } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
  get(`${url}${briefsPath}/daily`, (response) => response.resume());
  await expect.poll(() => respond).toBeDefined();
  vi.advanceTimersByTime(25);
  respond?.();
  expect(messagesOf(await entry({ outcome: 'completed' }))).toEqual([
    'The response did not begin within 0.02 s.',
  ]);
});

test.each(['http://a:b@127.0.0.1', 'http://127.0.0.1/?a'])(
  'the URL %s is rejected',
  async (url) => {
    const message = 'URL: expected no credentials, query or fragment.';
    await expect(startTestObserver(url)).rejects.toThrow(message);
  },
);

test('the observer has the console of the mock on loopback, without scenarios', async () => {
  const { url, http } = await startTestObserver('http://127.0.0.1:9');
  const { body } = await http.get('/mock/console.json');
  expect(new URL(url).hostname).toBe('127.0.0.1');
  expect(body.name).toMatch(/^Contract observer of http/);
  expect(body).not.toHaveProperty('groups');
});

const secrets = {
  briefId: 'secret-brief',
  subscriberId: 'secret-person',
  subjectLine: 'secret subject',
  text: 'secret text',
  recaptchaResponse: 'secret-token',
};

test.each([
  {
    recordBodies: false,
    hidden: 'no personal data',
    some: /"path":"\/rest\/subscriber-feedback\/briefs\/{briefId}"/,
    none: /secret/,
  },
  {
    recordBodies: true,
    hidden: 'no credentials',
    some: /secret-brief.*secret text/,
    none: /secret-(password|cookie)/,
  },
])(
  'with recordBodies $recordBodies, the journal has $hidden',
  async ({ recordBodies, some, none }) => {
    const observer = await startTestObserver(await startBackendWith(brief), { recordBodies });
    const { http } = observer;
    await observer
      .getBrief('secret-brief?secret-name=secret-value')
      .set('Cookie', 'JSESSIONID=secret-cookie');
    await observer.submit(secrets);
    await observer.signIn('secret-user', 'secret-password');
    await http.get('/secret-page/secret-part');
    await observer.entries(4);
    const { text } = await http.get('/mock/journal');
    expect(text).toMatch(some);
    expect(text).not.toMatch(none);
  },
);

test('an id of the backend has no name, although it contains a dot', async () => {
  const observer = await startTestObserver(await startBackendWith(brief), { recordBodies: true });
  await observer.getBrief('weekly.news');
  expect(await observer.entry({ key: 'weekly.news' })).not.toHaveProperty('name');
});

test('a compressed response is recorded as text', async () => {
  const backend = await startBackendWith(gzipSync(sentBrief), { 'Content-Encoding': 'gzip' });
  const { responseBody } = await observe(backend, getBrief, { recordBodies: true });
  expect(responseBody).toBe(sentBrief);
});

test('a violation in front of a backend is unexpected, so that a check without Node.js finds it', async () => {
  const observer = await startTestObserver(await startBackendWith({ name: 'daily' }));
  const section = await observer.begin('none');
  await observer.getBrief('daily');
  const { status, body } = await observer.check(`${section}&exactly=0`, { unexpected: true });
  expect(body.details).toEqual([
    expect.stringContaining('which nobody expected: The body is missing the required property'),
  ]);
  expect(status).toBe(422);
});
