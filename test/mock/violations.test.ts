import { get, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { JournalEntry } from '../../mock-api/journal/journalEntry.ts';
import { startBackend } from '../host/fixtures/startBackend.ts';
import { brief as sentBrief, startRawBackend } from '../host/fixtures/startRawBackend.ts';
import { brief, problem, startBackendWith } from './fixtures/startBackendWith.ts';
import {
  briefsPath,
  currentUserPath,
  getBrief,
  signInPath,
  submit,
  submitPath,
} from './fixtures/startTestMock.ts';
import { startTestObserver } from './fixtures/startTestObserver.ts';
import { waitForEntry } from './fixtures/waitForEntries.ts';

type Send = (observer: { url: string }) => Promise<Response>;
type Sent = Parameters<typeof startBackendWith>;

const readBrief: Send = (observer) => getBrief(observer, 'daily');
const readUser: Send = ({ url }) => fetch(url + currentUserPath);
const signInBehindProxy: Send = ({ url }) =>
  fetch(url + signInPath, {
    method: 'POST',
    body: new URLSearchParams({ username: 'a', password: 'b' }),
    headers: { 'X-Forwarded-Host': 'news.example' },
  });
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
    what: 'a cookie with the Domain of another host than the browser sees',
    send: signInBehindProxy,
    sent: signedIn('JSESSIONID=a; HttpOnly; Path=/; Domain=other.example'),
    message: 'its Domain is other.example, not news.example',
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
  ['a 400 that may reject a captcha response', submit, [...problem(400)]],
  [
    'a 304 for a conditional request',
    (observer) => getBrief(observer, 'daily', { headers: { 'If-None-Match': '"1"' } }),
    [brief, {}, 304],
  ],
  [
    'a 400 for a query that the operation does not declare',
    (observer) => getBrief(observer, 'daily?utm_source=mail'),
    [...problem(400)],
  ],
  ['a page with 405 for HEAD', checkBrief, page(405)],
])('%s is no violation', async (_, send, sent) => {
  expect(messagesOf(await observe(send, await startBackendWith(...sent)))).toEqual([]);
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
