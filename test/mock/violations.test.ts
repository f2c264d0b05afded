import { get, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import { brief as sentBrief, startRawBackend } from '../host/fixtures/startRawBackend.ts';
import { brief, problem, startBackendWith } from './fixtures/startBackendWith.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInPath,
  signOutPath,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

type Send = (observer: { url: string }) => Promise<Response>;
type Sent = Parameters<typeof startBackendWith>;

const readBrief: Send = (observer) => getBrief(observer, 'daily');
const readUser: Send = ({ url }) => fetch(url + currentUserPath);
/** Signs in with more fields, encoded as given, and more headers. */
const signInWith =
  (fields: string, moreHeaders = {}): Send =>
  ({ url }) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...moreHeaders };
    return fetch(url + signInPath, {
      method: 'POST',
      body: `username=a&password=b${fields}`,
      headers,
    });
  };
const signInBehindProxy = signInWith('', { 'X-Forwarded-Host': 'news.example' });
const signOut: Send = ({ url }) => fetch(url + signOutPath);
const checkBrief: Send = (observer) => getBrief(observer, 'daily', { method: 'HEAD' });
const readUndecodableId: Send = (observer) => getBrief(observer, 'daily%ZZ');
const user = { userId: 'a', roles: [], fullName: 'A', emailAddress: 'a@example.com' };
const json = JSON.stringify(brief);
const messagesOf = ({ violations }: JournalEntry) => violations.map(({ message }) => message);

/** What a server, or what stands before it, sends by itself. */
function page(status: number): Sent {
  return [Buffer.from('<h1>nginx</h1>'), { 'Content-Type': 'text/html' }, status];
}

const signedIn = (cookie: string): Sent => ['', { 'Set-Cookie': cookie }];

/** A problem with more headers, and more properties in its body. */
function problemWith(status: number, more: object, moreProperties: object = {}): Sent {
  const [body, headers] = problem(status);
  return [{ ...Object(body), ...moreProperties }, { ...headers, ...more }, status];
}

/** Sends a request through an observer to a backend with one response, and returns its entry. */
async function observe(send: Send, backend: string, options = {}) {
  const observer = await startTestObserver(backend, options);
  await send(observer)
    .then((response) => response.text())
    .catch(() => {});
  return waitForEntry(observer.journal, { ended: true });
}

test.each<{ what: string; send?: Send; sent: Sent; message: string }>([
  {
    what: 'a compressed response',
    sent: [gzipSync('{"name":7,"fullName":"x"}'), { 'Content-Encoding': 'gzip' }],
    message: 'The body\'s "name" must be of type string.',
  },
  {
    what: 'a 500 for a valid request',
    sent: [...problem(500)],
    message: 'The status 500 is a server error, although the request conforms to the contract.',
  },
  {
    what: 'a 500 for an invalid one',
    send: readUser,
    sent: [...problem(500)],
    message: 'The status 500 is a server error.',
  },
  {
    what: 'a 400 for a valid request',
    sent: [...problem(400)],
    message: '400 rejects a request that conforms',
  },
  {
    what: 'a body that is not in its encoding',
    sent: [Buffer.from(json), { 'Content-Encoding': 'gzip' }],
    message: 'The header "content-encoding" is gzip, but the body is not.',
  },
  {
    what: 'a stack frame of JavaScript',
    sent: [{ ...brief, note: 'at find (/srv/app.js:1:2)' }],
    message: 'The body contains a stack trace.',
  },
  {
    what: 'two ETags',
    sent: [brief, { ETag: ['"1"', '"2"'] }],
    message: 'The header "etag" occurs more than once, with different values; expected one value.',
  },
  {
    what: 'a user without credentials',
    send: readUser,
    sent: [user],
    message: 'The credentials are missing: session.',
  },
  {
    what: 'an ended cookie',
    send: signInWith(''),
    sent: signedIn('JSESSIONID=a; HttpOnly; Path=/; Max-Age=0'),
    message: 'a cookie that a browser would not send to getCurrentUser: its Max-Age is 0.',
  },
  {
    what: 'a cookie with the Domain of another host than the browser sees',
    send: signInBehindProxy,
    sent: signedIn('JSESSIONID=a; HttpOnly; Path=/; Domain=other.example'),
    message: 'its Domain is other.example, not news.example',
  },
  {
    what: 'an undeclared status',
    send: readUser,
    sent: [...problem(402)],
    message: 'The status 402 is not declared.',
  },
  {
    what: 'a session cookie without HttpOnly',
    send: signInWith(''),
    sent: signedIn('JSESSIONID=a; Path=/; Version=HttpOnly'),
    message: 'The header "Set-Cookie" must match pattern',
  },
  {
    what: 'a redirect after a sign-in',
    send: signInWith(''),
    sent: ['', {}, 302],
    message: 'The status 302 is not declared.',
  },
  {
    what: 'a page for an unknown brief',
    sent: page(404),
    message: 'has the media type text/html; expected',
  },
  {
    what: '405 for a declared method',
    send: submit,
    sent: page(405),
    message: 'The status 405 is not declared.',
  },
  {
    what: 'a page for an id that cannot be decoded',
    send: readUndecodableId,
    sent: page(400),
    message: 'The path has a malformed percent-encoding.',
  },
])('$what is a violation', async ({ send = readBrief, sent, message }) => {
  expect(messagesOf(await observe(send, await startBackendWith(...sent)))).toEqual([
    expect.stringContaining(message),
  ]);
});

test.each<[what: string, Send, Sent]>([
  ['a limit on requests', readUser, problemWith(429, { 'Retry-After': '1' })],
  [
    'a problem whose type is a relative reference',
    readUser,
    problemWith(429, { 'Retry-After': '1' }, { type: '/problems/limit' }),
  ],
  ['a 400 that may reject a captcha response', submit, [...problem(400)]],
  [
    'a 304 for a conditional request',
    (observer) => getBrief(observer, 'daily', { headers: { 'If-None-Match': '"1"' } }),
    [brief, {}, 304],
  ],
  [
    'a cookie with httponly in lower case',
    signInWith(''),
    signedIn('JSESSIONID=a; path=/; httponly; samesite=lax'),
  ],
  [
    'a cookie with the Domain of the host that the browser sees',
    signInBehindProxy,
    signedIn('JSESSIONID=a; HttpOnly; Path=/; Domain=news.example'),
  ],
  [
    'a cookie with a Domain, if the host that the browser sees is not known,',
    signInWith(''),
    signedIn('JSESSIONID=a; HttpOnly; Path=/; Domain=news.example'),
  ],
  [
    'a 400 for a query that the operation does not declare',
    (observer) => getBrief(observer, 'daily?utm_source=mail'),
    [...problem(400)],
  ],
  [
    'a page for a query that cannot be decoded',
    (observer) => getBrief(observer, 'daily?a=%'),
    page(400),
  ],
  ...[401, 403, 404, 405, 501].map((status): [string, Send, Sent] => [
    `a page with ${status} for HEAD`,
    checkBrief,
    page(status),
  ]),
])('%s is no violation', async (_, send, sent) => {
  expect(messagesOf(await observe(send, await startBackendWith(...sent)))).toEqual([]);
});

const cookie = { 'Set-Cookie': 'JSESSIONID=a; Path=/; HttpOnly' };

describe.each([
  ['sign-in', signInWith('')],
  ['sign-out', signOut],
])('a %s may respond', (_, send) => {
  test.each<{ what: string; status: number; headers: Record<string, string>; body: string }>([
    { what: '204', status: 204, headers: {}, body: '' },
    { what: '200 without a body', status: 200, headers: {}, body: '' },
    {
      what: '200 with JSON',
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: '{"ok":true}',
    },
    {
      what: '202 with a page',
      status: 202,
      headers: { 'Content-Type': 'text/html' },
      body: '<title>Tools</title>',
    },
  ])('$what', async ({ status, headers, body }) => {
    const backend = await startBackend((_req, res) => {
      res.writeHead(status, { ...headers, ...cookie }).end(body);
    });
    expect(messagesOf(await observe(send, backend.url))).toEqual([]);
  });
});

test('a request with an undeclared method is one violation, whatever a server responds', async () => {
  const remove: Send = (observer) => getBrief(observer, 'daily', { method: 'DELETE' });
  const entry = await observe(remove, await startBackendWith(...page(405)));
  expect(messagesOf(entry)).toEqual([
    'The method is not declared for this path; expected GET or HEAD.',
  ]);
});

test('where the backend accepts any captcha response, a 400 for a valid one is a violation', async () => {
  const backend = await startBackendWith(...problem(400));
  expect(messagesOf(await observe(submit, backend, { ignoreSingleUse: true }))).toEqual([
    'The status 400 rejects a request that conforms to the contract.',
  ]);
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test.each([
  {
    what: 'no byte',
    bytes: '',
    outcome: 'reset',
    reason: 'missing: the backend closed the connection',
  },
  {
    what: 'an incomplete body',
    bytes: `${head}Content-Length: 99\r\n\r\n{"na`,
    outcome: 'reset mid-body',
    reason: 'incomplete: the backend closed the connection',
  },
  {
    what: 'a status that is none',
    bytes: 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
    outcome: 'malformed',
    reason: 'not valid HTTP: Invalid status code: 99',
  },
  {
    what: 'more than its length',
    bytes: `${head}Content-Length: 3\r\n\r\n${sentBrief}`,
    outcome: 'malformed',
    reason: 'not valid HTTP: Expected HTTP/, RTSP/ or ICE/',
  },
])('a response with $what is a violation', async ({ bytes, outcome, reason }) => {
  const backend = await startRawBackend((socket) => socket.end(bytes));
  const entry = await observe(readBrief, backend.url);
  expect(entry).toMatchObject({ operation: 'getBrief', outcome });
  expect(messagesOf(entry)).toContain(`The response is ${reason}.`);
});

test('a backend that cannot be reached is no violation, but the reason is recorded', async () => {
  const backend = await startBackend();
  const { reason } = await observe(readBrief, backend.url.replace('http:', 'https:'));
  expect(reason).toBe('No connection to the backend: its port does not support HTTPS.');
  const stopped = await startRawBackend();
  stopped.stop();
  expect(await observe(readBrief, stopped.url)).toMatchObject({
    outcome: 'reset',
    reason: expect.stringMatching(/^No connection to the backend: connect ECONNREFUSED 127/),
    violations: [],
  });
});

/** Only `vi.advanceTimersByTime()` then advances the clock that the observer measures with. */
function useFakeClock() {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a request that the client does not complete is no violation, however long it takes', async () => {
  useFakeClock();
  const backend = await startRawBackend();
  const { url, journal } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 99 };
  const client = request(url + submitPath, { method: 'POST', headers }).on('error', () => {});
  client.write('{"text":');
  await expect.poll(() => journal.list().length).toBe(1);
  vi.advanceTimersByTime(25);
  client.destroy();
  const entry = await waitForEntry(journal, { ended: true });
  expect(entry).toMatchObject({ outcome: 'client aborted', violations: [] });
});

test.each([['completed'], ['client aborted']] as const)(
  'a response that begins too late is a violation: %s',
  async (outcome) => {
    useFakeClock();
    let respond: (() => void) | undefined;
    const backend = await startBackend((_req, res) => {
      respond = () => res.setHeader('Content-Type', 'application/json').end(sentBrief);
    });
    const { url, journal } = await startTestObserver(backend.url, { responseTimeoutMs: 20 });
    const client = get(`${url}${briefsPath}/daily`, (response) => response.resume());
    client.on('error', () => {});
    await expect.poll(() => respond).toBeDefined();
    vi.advanceTimersByTime(25);
    if (outcome === 'completed') respond?.();
    else client.destroy();
    const entry = await waitForEntry(journal, { outcome });
    expect(messagesOf(entry)).toEqual(['The response did not begin within 0.02 s.']);
  },
);
