import request from 'supertest';
import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { createHeaderRewriter } from '../../server/proxy/createHeaderRewriter.ts';
import { defaultForwarded } from '../../server/proxy/createResponseHeaderSelector.ts';
import { get } from '../rawClient.ts';
import { startBackend } from '../startBackend.ts';
import { createTestApp, startTestHost } from './fixtures/startTestHost.ts';

/** Returns the headers of the host's response to a navigation when the backend responds with these. */
async function respondWith(
  sent: Record<string, string | string[]>,
  { status = 200, env = {}, mode = 'navigate', method = 'get' as 'get' | 'head' } = {},
) {
  const backend = await startBackend((_req, res) => res.writeHead(status, sent).end());
  const app = createTestApp(backend.url, env);
  const res = await request(app)[method]('/rest/a').set('Sec-Fetch-Mode', mode).redirects(0);
  return res.headers;
}

const splitNames = (text: string) => text.trim().split(/\s+/);

const forwarded = splitNames(`
  accept-ranges age allow cache-control content-disposition content-encoding content-language content-location
  content-range content-type date deprecation etag expires last-modified location password-expired preference-applied ratelimit ratelimit-policy retry-after set-cookie sunset vary www-authenticate x-accel-buffering x-csrf-token x-robots-tag
`);
const dropped = splitNames(`
  server access-control-allow-origin x-accel-redirect clear-site-data x-invented content-security-policy-report-only link refresh x-request-id x-content-type-options
`);

test('exactly these headers of a response and FORWARDED_RESPONSE_HEADERS are forwarded', async () => {
  const expected = [...forwarded, 'x-total-count'];
  const names = [...expected, ...defaultForwarded, ...dropped];
  const sent = Object.fromEntries(names.map((name) => [name, 'sent']));
  // The host decides about these.
  delete sent['content-length'];
  delete sent['content-security-policy'];
  const env = { FORWARDED_RESPONSE_HEADERS: 'X-Total-Count, x-request-id, x-content-type-options' };
  const findSent = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => String(headers[name]) === 'sent');
  expect(findSent(await respondWith(sent, { env })).sort()).toEqual(expected.sort());
  const connection = { ...sent, Connection: 'keep-alive, ETag' };
  expect(findSent(await respondWith(connection, { env }))).not.toContain('etag');
});

test('every header of a response in openapi.yaml is forwarded', async () => {
  const { operations } = await loadContract('openapi.yaml');
  const responses = operations.flatMap((operation) => operation.responses);
  const names = responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()));
  const headers = await respondWith(Object.fromEntries(names.map((name) => [name, 'sent'])));
  expect(names.filter((name) => !(name in headers))).toEqual([]);
});

test('the name of a header that is dropped is logged once', async () => {
  const { send, lines, text } = await startTestHost({
    handler: (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nX-Invented: secret\r\nContent-Length: 0\r\n\r\n'),
  });
  for (let i = 0; i < 2; i++) await send(get('/rest/a'));
  const logged = lines().filter(({ msg }) => msg === 'response header dropped');
  expect(logged).toMatchObject([{ level: 'info', header: 'x-invented' }]);
  expect(text.join()).not.toMatch('secret');
});

test('FORWARDED_RESPONSE_HEADERS with a header of the host is warned about at start', async () => {
  const { lines } = await startTestHost({
    env: { FORWARDED_RESPONSE_HEADERS: 'x-total-count, X-Frame-Options' },
  });
  const msg = expect.stringContaining('x-frame-options');
  expect(lines()).toMatchObject([{ level: 'warn', msg }]);
});

const inert =
  "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

interface Policy {
  paths?: string;
  policy?: string;
  status?: number;
  expected?: string;
}

// biome-ignore format: rows of short values
const policies: Record<string, Policy> = {
  'beside one of the backend': { policy: 'img-src *', expected: `${inert}, img-src *` },
  'beside one with frame-ancestors': { policy: "script-src *; frame-ancestors 'self'", expected: `${inert}, script-src *; frame-ancestors 'self'` },
  'beside two in one header': { policy: "default-src 'none', sandbox allow-scripts", expected: `${inert}, default-src 'none', sandbox allow-scripts` },
  'beside one outside of BACKEND_POLICY_PATHS': { paths: '/re', policy: 'img-src *', expected: `${inert}, img-src *` },
  'replaced under BACKEND_POLICY_PATHS': { paths: '/jsp, /rest/a', policy: 'img-src *', expected: 'img-src *' },
  'alone if the backend sends none': { paths: '/rest/a', expected: inert },
  'not sent with a 304': { status: 304 },
  'not sent with a 304 under BACKEND_POLICY_PATHS': { paths: '/rest/a', status: 304 },
  'beside one of a 304': { policy: 'img-src *', status: 304, expected: `${inert}, img-src *` },
  'replaced by one of a 304 under BACKEND_POLICY_PATHS': { paths: '/rest/a', policy: 'img-src *', status: 304, expected: 'img-src *' },
};

test.each(Object.entries(policies))(
  "the host's policy is %s, and no site may frame the response",
  async (_name, { paths = '', policy, status, expected }) => {
    const sent = { 'X-Frame-Options': 'SAMEORIGIN', 'Content-Security-Policy': policy ?? [] };
    const env = { PROXY_PATHS: '/rest, /re, /jsp', BACKEND_POLICY_PATHS: paths };
    const headers = await respondWith(sent, { env, status });
    expect(headers['content-security-policy']).toBe(expected);
    expect(headers['x-frame-options']).toBe('DENY');
  },
);

test.each([
  [['Basic realm="a", charset="UTF-8"'], 'Basic realm="a", charset="UTF-8"'],
  [['Negotiate', 'NTLM', 'Basic realm="a"', 'Bearer'], 'Basic realm="a", Bearer'],
  [['negotiate YII=, Bearer error="x"'], undefined],
  [['Bearer error="x", NTLM TlRMTVNTUAACAAAA=='], undefined],
])('the challenges %j become %j for a navigation, and none otherwise', async (sent, expected) => {
  const challengeOf = async (mode: string) =>
    (await respondWith({ 'WWW-Authenticate': sent }, { status: 401, mode }))['www-authenticate'];
  expect(await challengeOf('navigate')).toBe(expected);
  expect(await challengeOf('cors')).toBeUndefined();
});

test('a response is not stored unless the backend says so', async () => {
  expect(await respondWith({})).toMatchObject({ 'cache-control': 'no-store' });
  const sent = { 'Cache-Control': 'max-age=60' };
  expect(await respondWith(sent)).toMatchObject({ 'cache-control': 'max-age=60' });
});

test('a 304 has no header of a stored response but those of the backend', async () => {
  // A browser replaces them in the response that it has stored.
  const stored = ['cache-control', 'content-security-policy', 'vary', 'content-type', 'expires'];
  const bare = await respondWith({ ETag: '"a"' }, { status: 304 });
  expect(bare).toMatchObject({ etag: '"a"' });
  expect(Object.keys(bare).filter((name) => stored.includes(name))).toEqual([]);
  const headers = await respondWith({ 'Cache-Control': 'max-age=60' }, { status: 304 });
  expect(headers).toMatchObject({ 'cache-control': 'max-age=60' });
});

test('a 304 and the response to HEAD keep their Content-Length, and a 204 has none', async () => {
  const sent = { 'Content-Length': '2' };
  expect(await respondWith(sent, { status: 304 })).toMatchObject({ 'content-length': '2' });
  expect(await respondWith(sent, { method: 'head' })).toMatchObject({ 'content-length': '2' });
  expect(await respondWith(sent, { status: 204 })).not.toHaveProperty('content-length');
});

const http = 'http://backend.test';
const staff = 'http://backend.test/staff';

/** References to the backend, by its URL. */
const locations: Record<string, Record<string, string>> = {
  [http]: {
    [`${http}/jsp/b?c#d`]: '/jsp/b?c#d',
    [http]: '/',
    [`${http}//evil.test`]: '/evil.test',
    [`${http}/\\evil.test`]: '/evil.test',
    'b?c': 'b?c',
    '//elsewhere.test/a': '//elsewhere.test/a',
    'http://[': 'http://[',
    // UTF-8, as Node.js reads a header.
    '/caf\u00c3\u00a9': '/caf%C3%A9',
    'https://backend.test/a': '/a',
    'https://backend.test:8443/a': '/a',
    'http://BACKEND.test:8080/a?b#c': '/a?b#c',
    'http://www.backend.test/a': 'http://www.backend.test/a',
  },
  'https://backend.test': { 'http://backend.test.:80/a': '/a' },
  'http://backend.test:8080': { 'http://backend.test/a': '/a' },
  'http://[::1]:8080': { 'http://[::1]/a': '/a' },
  [staff]: {
    [`${staff}/jsp/b?c`]: '/jsp/b?c',
    [`${staff}//evil.test`]: '/evil.test',
    '/staff/\\evil.test': '/evil.test',
    '/staffing/b': '/staffing/b',
  },
};

for (const [backendUrl, rows] of Object.entries(locations)) {
  test.each(Object.entries(rows))(
    `with ${backendUrl}, the location %s becomes %s`,
    (value, expected) => {
      expect(createHeaderRewriter(backendUrl)('location', value)).toBe(expected);
    },
  );
}

const cookies = {
  'a=1; Domain=backend.test; Path=/; HttpOnly': 'a=1; Path=/; HttpOnly',
  'a=1; Domain = x; domain=y;DOMAIN; Secure': 'a=1; Secure',
  'domain=x; Path=/staff; Max-Age=0': 'domain=x; Path=/; Max-Age=0',
  'b=2;path = /staff/rest': 'b=2; Path=/rest',
  'c=3; Path=/staffing': 'c=3; Path=/staffing',
};

test.each(Object.entries(cookies))('the cookie %s becomes %s', (value, expected) => {
  expect(createHeaderRewriter(staff)('set-cookie', [value])).toEqual([expected]);
});

test('without a path in BACKEND_URL, the path of a cookie stays', () => {
  const cookie = 'a=1; path=; Secure';
  expect(createHeaderRewriter(http)('set-cookie', [cookie])).toEqual([cookie]);
});

test('the headers of a response do not name the backend', async () => {
  const backend = await startBackend((req, res) => {
    const { host } = req.headers;
    const sent = { Location: `http://${host}/a`, 'Content-Location': `http://${host}/b` };
    res.writeHead(302, { ...sent, 'Set-Cookie': `a=1; Domain=${host}` }).end();
  });
  const { headers } = await request(createTestApp(backend.url)).get('/rest/a').redirects(0);
  expect(headers).toMatchObject({
    location: '/a',
    'content-location': '/b',
    'set-cookie': ['a=1'],
  });
});
