import { brotliCompressSync } from 'node:zlib';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createHeaderRewriter } from '../../server/proxy/createHeaderRewriter.ts';
import { captureLog } from '../support/host/captureLog.ts';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { createTestApp, startTestHost } from '../support/host/startTestHost.ts';

/** Returns the host's response to a navigation when the backend responds with these headers. */
async function respondWith(
  headers: Record<string, string | string[]>,
  { status = 200, basePath = '', env = {}, mode = 'navigate' } = {},
) {
  const backend = await startBackend((req, res) => {
    const { host = '' } = req.headers;
    const address = (value: string) =>
      value.replaceAll('BACKEND', `http://${host}`).replaceAll('HOST', host);
    const entries = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? address(value) : value,
    ]);
    res.writeHead(status, Object.fromEntries(entries)).end('{}');
  });
  const app = createTestApp(backend.url + basePath, env);
  return request(app).get('/rest/a').set('Sec-Fetch-Mode', mode).redirects(0);
}

// biome-ignore format: rows of short values
const forwarded = [
  'accept-ranges', 'age', 'allow', 'cache-control', 'content-disposition', 'content-encoding',
  'content-language', 'content-location', 'content-range', 'content-type', 'date', 'deprecation', 'etag',
  'expires', 'last-modified', 'link', 'location', 'password-expired', 'preference-applied', 'ratelimit',
  'ratelimit-policy', 'refresh', 'retry-after', 'set-cookie', 'sunset', 'vary', 'www-authenticate',
  'x-accel-buffering', 'x-csrf-token', 'x-robots-tag',
];
// biome-ignore format: rows of short values
const dropped = [
  'server', 'access-control-allow-origin', 'x-accel-redirect', 'clear-site-data', 'x-invented',
  'content-security-policy-report-only', 'keep-alive',
];

test('exactly these headers of a response are forwarded, even a malformed content type', async () => {
  const sent = Object.fromEntries([...forwarded, ...dropped].map((name) => [name, 'sent']));
  const { headers } = await respondWith(sent);
  const received = Object.keys(headers).filter((name) => String(headers[name]) === 'sent');
  expect(received.sort()).toEqual(forwarded);
});

test('a response without Cache-Control and a policy is not stored and has the inert policy', async () => {
  const { headers } = await respondWith({});
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
});

test('FORWARDED_RESPONSE_HEADERS are forwarded too', async () => {
  const env = { FORWARDED_RESPONSE_HEADERS: 'X-Total-Count, x-page' };
  const { headers } = await respondWith({ 'X-Total-Count': '7', 'X-Other': '1' }, { env });
  expect(headers['x-total-count']).toBe('7');
  expect(headers['x-other']).toBeUndefined();
});

test('the name of a header that is removed is logged once', async () => {
  const backend = await startBackend((_req, res) => res.setHeader('X-Invented', 'secret').end());
  const { log, lines } = captureLog('info');
  const { port } = await startTestHost(backend.url, {}, { log });
  for (let i = 0; i < 2; i++) await sendRaw(port, get('/rest/a'));
  const dropped = lines().filter(({ msg }) => msg === 'response header dropped');
  expect(dropped).toMatchObject([{ level: 'info', header: 'x-invented' }]);
  expect(JSON.stringify(dropped)).not.toMatch('secret');
});

test('a header that the Connection header names is removed', async () => {
  const res = await respondWith({ Connection: 'keep-alive, ETag', ETag: '"x"' });
  expect(res.headers.etag).toBeUndefined();
});

test('the backend cannot override the security headers', async () => {
  const sent = { 'X-Content-Type-Options': 'none', 'X-Request-Id': 'other' };
  const env = { FORWARDED_RESPONSE_HEADERS: 'x-content-type-options, x-request-id' };
  expect((await respondWith(sent, { env })).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test.each([
  ["frame-ancestors 'self'", undefined],
  ["default-src 'self'; Frame-Ancestors 'self'", undefined],
  ["default-src 'self'", 'DENY'],
  ["default-src 'self'; report-uri /frame-ancestors", 'DENY'],
])('with the policy "%s" of the backend, X-Frame-Options is %s', async (policy, framing) => {
  const sent = { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' };
  const { headers } = await respondWith(sent);
  expect(headers['content-security-policy']).toBe(policy);
  expect(headers['x-frame-options']).toBe(framing);
});

test.each([
  ['Basic realm="a, NTLM, b", charset="UTF-8"', 'Basic realm="a, NTLM, b", charset="UTF-8"'],
  ['Negotiate', undefined],
  ['NTLM TlRMTVNTUAACAAAA==, Basic realm = "a"', 'Basic realm = "a"'],
  ['negotiate YII=, Bearer error="x", ntlm', 'Bearer error="x"'],
])('the challenge %s becomes %s for a navigation, and none otherwise', async (sent, expected) => {
  const headers = { 'WWW-Authenticate': sent };
  const challengeOf = async (mode: string) =>
    (await respondWith(headers, { status: 401, mode })).headers['www-authenticate'];
  expect(await challengeOf('navigate')).toBe(expected);
  for (const mode of ['cors', 'same-origin', '']) {
    expect(await challengeOf(mode)).toBeUndefined();
  }
});

test.each(['', ';', 'report-uri /a', 'default'])(
  'the Content-Security-Policy "%s", which restricts nothing, does not replace the inert one',
  async (policy) => {
    const { headers } = await respondWith({ 'Content-Security-Policy': policy });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['x-frame-options']).toBe('DENY');
  },
);

const elsewhere = 'https://elsewhere.test/a';

test.each([
  ['', 'BACKEND/jsp/b?c', '/jsp/b?c'],
  ['', 'BACKEND', '/'],
  ['', 'BACKEND//evil.test', '/evil.test'],
  ['', 'BACKEND/\\evil.test', '/evil.test'],
  ['', 'b?c', 'b?c'],
  ['', '//elsewhere.test/a', '//elsewhere.test/a'],
  ['', elsewhere, elsewhere],
  ['', 'https://HOST/jsp/b', '/jsp/b'],
  ['', 'http://[', 'http://['],
  ['/staff', 'BACKEND/staff/jsp/b?c', '/jsp/b?c'],
  ['/staff', 'BACKEND/staff//evil.test', '/evil.test'],
  ['/staff', '/staff/jsp/b', '/jsp/b'],
  ['/staff', '/staff/\\evil.test', '/evil.test'],
  ['/staff', '/staffing/b', '/staffing/b'],
  ['/staff', elsewhere, elsewhere],
])(
  'with the path "%s" in BACKEND_URL, a redirect to %s becomes one to %s',
  async (basePath, location, expected) => {
    const { headers } = await respondWith({ Location: location }, { status: 302, basePath });
    expect(headers.location).toBe(expected);
  },
);

test.each([
  ['http://backend.internal', 'https://backend.internal/a', '/a'],
  ['https://backend.internal', 'http://backend.internal.:80/a', '/a'],
  ['http://backend.internal', 'https://backend.internal:8443/a', undefined],
])('%s in BACKEND_URL is the host of %s: %s', (backendUrl, location, expected) => {
  expect(createHeaderRewriter(backendUrl)('location', location)).toBe(expected ?? location);
});

test('Content-Location, Refresh and Link do not name the backend', async () => {
  const { headers } = await respondWith({
    'Content-Location': 'BACKEND/a',
    Refresh: '5; url=BACKEND/b',
    Link: `<BACKEND/c>; rel=next, <${elsewhere}>; rel=help, <BACKEND//d>; rel=prev`,
  });
  expect(headers).toMatchObject({
    'content-location': '/a',
    refresh: '5; url=/b',
    link: `</c>; rel=next, <${elsewhere}>; rel=help, </d>; rel=prev`,
  });
});

test('the domain and the base path of the backend are removed from cookies', async () => {
  const cookies = [
    'a=1; Domain=backend.internal; Path=/; HttpOnly',
    'a=1; Domain = x; domain=y;DOMAIN; Secure',
    'domain=x; Path=/staff; Secure',
    'b=2;path = /staff/rest',
    'c=3; Path=/staffing',
  ];
  const res = await respondWith({ 'Set-Cookie': cookies }, { basePath: '/staff' });
  expect(res.headers['set-cookie']).toEqual([
    'a=1; Path=/; HttpOnly',
    'a=1; Secure',
    'domain=x; Path=/; Secure',
    'b=2; Path=/rest',
    'c=3; Path=/staffing',
  ]);
});

test('a 204 has no Content-Length', async () => {
  const { headers } = await respondWith({ 'Content-Length': '2' }, { status: 204 });
  expect(headers['content-length']).toBeUndefined();
});

test('a 304 and the response to HEAD keep their Content-Length', async () => {
  const { headers } = await respondWith({ 'Content-Length': '2' }, { status: 304 });
  expect(headers['content-length']).toBe('2');
  const backend = await startBackend((_req, res) => res.setHeader('Content-Length', 7).end());
  const app = createTestApp(backend.url);
  expect((await request(app).head('/rest/a')).headers['content-length']).toBe('7');
});

test('a response without a length is complete when the backend closes the connection', async () => {
  const backend = await startRawBackend((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'));
  const { port } = await startTestHost(backend.url);
  const { body, truncated } = await sendRaw(port, get('/rest/a'));
  expect(truncated).toBe(false);
  expect(body).toMatch('{"a":1}');
});

test('a compressed response and an event stream are forwarded byte by byte', async () => {
  const compressed = brotliCompressSync('{"a":1}');
  const backend = await startBackend((req, res) => {
    if (req.url === '/rest/events') {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: a\n\n');
    } else res.writeHead(200, { 'Content-Encoding': 'br' }).end(compressed);
  });
  const host = await startTestHost(backend.url);
  const { body, head } = await sendRaw(host.port, get('/rest/a'));
  expect(head).toMatch(/^content-encoding: br$/im);
  expect(body).toContain(compressed.toString('latin1'));
  const events = await fetch(`${host.url}/rest/events`);
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('data: a\n\n');
});
