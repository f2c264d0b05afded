import type { RequestListener } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { createHeaderRewriter } from '../../server/proxy/createHeaderRewriter.ts';
import { defaultForwarded as defaultForwardedOfRequests } from '../../server/proxy/createRequestHeaderSelector.ts';
import { defaultForwarded } from '../../server/proxy/createResponseHeaderSelector.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { get, sendRaw } from './fixtures/rawClient.ts';
import { startBackend } from './fixtures/startBackend.ts';
import { createTestApp, startTestHost } from './fixtures/startTestHost.ts';

const brief = '/rest/subscriber-feedback/briefs/daily';

test('a request is forwarded unchanged, with the request id that the client receives', async () => {
  const backend = await startBackend();
  const app = createTestApp(`${backend.url}/staff/`);
  const res = await request(app).get(`${brief}?a=%20b`).expect(200);
  expect(res.body).toEqual({ name: 'daily', fullName: 'The Daily' });
  expect(backend.received).toMatchObject([{ method: 'GET', url: `/staff${brief}?a=%20b` }]);
  expect(backend.received[0]?.headers['x-request-id']).toBe(res.headers['x-request-id']);
});

test('the chunks of a body are forwarded in their order', async () => {
  const backend = await startBackend();
  const { port } = await startTestHost({ backendUrl: backend.url });
  const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  await sendRaw(port, `${head}3\r\nabc\r\n3\r\ndef\r\n3\r\nghi\r\n0\r\n\r\n`);
  expect(backend.received[0]?.body).toBe('abcdefghi');
});

test('only the configured paths are proxied', async () => {
  const backend = await startBackend();
  const app = createTestApp(backend.url, { PROXY_PATHS: '/rest' });
  for (const path of ['/jsp/logout.jsp', '/restaurant', '/REST/a']) {
    await request(app).get(path).expect(404);
  }
  expect(backend.received).toEqual([]);
});

test('a request in a circle of two hosts results in 508, and reaches no host more than twice', async () => {
  const apps: RequestListener[] = [];
  let count = 0;
  const startHost = (i: number) =>
    startHttpServer((req, res) => {
      count++;
      apps[i]?.(req, res);
    });
  const first = await startHost(0);
  const second = await startHost(1);
  apps.push(createTestApp(second.url), createTestApp(first.url));
  const { body } = await request(first.url).get(brief).expect(508);
  expect(body).toMatchObject({ mayHaveArrived: false });
  expect(count).toBe(3);
});

const host = '1.1 subscriber-feedback';

test.each([
  ['the host once', host, 200],
  ['the host twice', `${host}, 1.0 edge (a), ${host}`, 508],
  ['9 other proxies', Array(9).fill('1.1 edge').join(), 200],
])('a request that has passed %s (%s) results in %i', async (_name, via, expected) => {
  const { backend, port, lines, readMetrics } = await startTestHost({ env: { METRICS_PORT: '0' } });
  const { status } = await sendRaw(port, get('/rest/a').replace('Host', `Via: ${via}\r\nHost`));
  expect(status).toBe(expected);
  const isLoop = expected === 508;
  expect(await readMetrics()).toMatch(`\nproxy_loops_total ${isLoop ? 1 : 0}\n`);
  const warnings = lines().filter(({ level }) => level !== 'info');
  expect(warnings).toMatchObject(
    isLoop ? [{ level: 'warn', msg: 'BACKEND_URL leads back to the host' }] : [],
  );
  expect(backend.requests.join()).toMatch(isLoop ? /^$/ : `\r\nvia: ${via}, ${host}\r\n`);
});

/** Returns the headers that the backend receives for a request with these headers. */
async function forward(headers: Record<string, string>, env = {}) {
  const backend = await startBackend();
  await request(createTestApp(backend.url, env)).get('/rest/a').set(headers).expect(200);
  return backend.received[0]?.headers ?? {};
}

// biome-ignore format: rows of short values
const forwardedOfRequests = [
  'accept', 'accept-encoding', 'accept-language', 'access-control-allow-headers',
  'access-control-allow-methods', 'access-control-allow-origin', 'access-control-max-age', 'authorization',
  'b3', 'baggage', 'cache-control', 'content-language', 'content-type', 'cookie', 'if-match', 'if-modified-since',
  'if-none-match', 'if-range', 'if-unmodified-since', 'last-event-id', 'origin', 'prefer', 'range',
  'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-fetch-user', 'traceparent', 'tracestate',
  'uber-trace-id', 'user-agent', 'x-amzn-trace-id', 'x-b3-flags', 'x-b3-parentspanid', 'x-b3-sampled',
  'x-b3-spanid', 'x-b3-traceid', 'x-cloud-trace-context', 'x-csrf-token', 'x-datadog-origin',
  'x-datadog-parent-id', 'x-datadog-sampling-priority', 'x-datadog-tags', 'x-datadog-trace-id',
  'x-requested-with', 'x-xsrf-token',
];
const droppedOfRequests = [
  'X-Original-URL',
  'X-HTTP-Method-Override',
  'X-Real-IP',
  'X-Tenant-Id',
  'Cf-Access-Jwt-Assertion',
];

test('exactly these headers of a client are forwarded, but for those that Connection names', async () => {
  const names = [...forwardedOfRequests, ...defaultForwardedOfRequests, ...droppedOfRequests];
  const sent = Object.fromEntries(names.map((name) => [name, 'sent']));
  const namesOf = (headers: Awaited<ReturnType<typeof forward>>) =>
    Object.keys(headers).filter((name) => headers[name]?.includes('sent'));
  expect(namesOf(await forward(sent)).sort()).toEqual(forwardedOfRequests);
  expect(namesOf(await forward({ ...sent, Connection: 'close, Cookie' }))).not.toContain('cookie');
});

test('FORWARDED_REQUEST_HEADERS adds headers, also credentials of a layer in front', async () => {
  const sent = { 'X-Tenant-Id': 'acme', 'Cf-Access-Jwt-Assertion': 'a.b.c', 'X-Other': 'sent' };
  const env = { FORWARDED_REQUEST_HEADERS: 'X-Tenant-Id, cf-access-jwt-assertion' };
  const { 'x-other': other, ...received } = await forward(sent, env);
  expect(received).toMatchObject({ 'x-tenant-id': 'acme', 'cf-access-jwt-assertion': 'a.b.c' });
  expect(other).toBeUndefined();
});

test('of the headers of a client that are dropped, the name is logged once if it is well known', async () => {
  const { port, lines, text } = await startTestHost();
  const headers =
    'X-Tenant-Id: secret\r\nX-Goog-Iap-Jwt-Assertion: secret\r\nX-Invented: secret\r\nHost';
  for (let i = 0; i < 2; i++) await sendRaw(port, get('/rest/a').replace('Host', headers));
  const dropped = lines().filter(({ msg }) => msg === 'request header dropped');
  expect(dropped.map(({ header }) => header)).toEqual(['x-tenant-id', 'x-goog-iap-jwt-assertion']);
  expect(text.join()).not.toMatch('secret');
});

test.each([
  { dropped: '', sent: 'a=1; _ga=2; b=3', expected: 'a=1; _ga=2; b=3' },
  { dropped: '_ga', sent: 'a=1; _ga=2; _ga_X=3', expected: 'a=1; _ga_X=3' },
  { dropped: '_ga*', sent: '_ga=1; a=2;_ga_X=3=4; _g=5', expected: 'a=2; _g=5' },
  { dropped: '_ga*, Optanon*', sent: 'OptanonConsent=a&b=_ga; _ga=1', expected: undefined },
  { dropped: 'optanon*', sent: 'OptanonConsent=1', expected: 'OptanonConsent=1' },
  { dropped: '*', sent: 'a=1; b=2', expected: undefined },
  { dropped: '_ga*', sent: '_gaX', expected: '_gaX' },
  { dropped: '_ga*', sent: 'a="x;_ga=1"; é=ü;; =b', expected: 'a="x; é=ü;; =b' },
  { dropped: 'toString', sent: 'toString=1; __proto__=2', expected: '__proto__=2' },
])(
  'DROPPED_COOKIES "$dropped" forwards of "$sent" only $expected',
  async ({ dropped, sent, expected }) => {
    const { cookie } = await forward({ Cookie: sent }, { DROPPED_COOKIES: dropped });
    expect(cookie).toBe(expected);
  },
);

test('neither an expectation nor an upgrade is forwarded, and Host is that of the backend', async () => {
  const { backend, port } = await startTestHost();
  const headers = 'Expect: 100-continue\r\nConnection: Upgrade\r\nUpgrade: websocket';
  const post = `POST /rest/a HTTP/1.1\r\nHost: a\r\n${headers}\r\nContent-Length: 2\r\n\r\nab`;
  expect((await sendRaw(port, post)).status).toBe(200);
  expect(backend.requests[0]).not.toMatch(/^(?:expect|upgrade):/im);
  expect(backend.requests[0]).toMatch(/^host: 127\.0\.0\.1:\d+\r$/im);
});

const spoofed = {
  Host: 'feedback.test',
  'X-Forwarded-For': '6.6.6.6, 10.0.0.1, 10.0.0.2',
  'X-Forwarded-Proto': 'gopher, https, http',
  'X-Forwarded-Host': 'evil.test, public.test, inner.test',
  Forwarded: 'for=6.6.6.6;by=_subscriber-feedback',
};

/** Two proxies that set every header. */
const twoProxies = {
  TRUSTED_PROXY_HOPS: '2',
  TRUSTED_FORWARDED_HEADERS: 'x-forwarded-for, x-forwarded-proto, x-forwarded-host, x-request-id',
};
const protocolOnly = { TRUSTED_PROXY_HOPS: '1', TRUSTED_FORWARDED_HEADERS: 'X-Forwarded-Proto' };
const single = { 'X-Forwarded-For': '2001:db8::1', 'X-Forwarded-Proto': 'https' };
const invalid = { 'X-Forwarded-For': 'unknown, "evil"', 'X-Forwarded-Host': 'a b' };
const withPorts = { 'X-Forwarded-For': '10.0.0.3:80, [::ffff:10.0.0.4]:80' };
const quoted = {
  'X-Forwarded-For': '"[2001:db8::1]:80", "10.0.0.4"',
  'X-Forwarded-Proto': '"https"',
  'X-Forwarded-Host': '"public.test"',
};
const localHost = expect.stringMatching(/^127/);

// biome-ignore format: rows of short values
const proxies = [
  { proxy: 'no trusted proxy', env: {}, sent: spoofed, ips: '127.0.0.1', protocol: 'http', host: 'feedback.test' },
  { proxy: 'one', env: { TRUSTED_PROXY_HOPS: '1' }, sent: spoofed, ips: '10.0.0.2, 127.0.0.1', protocol: 'http', host: 'feedback.test' },
  { proxy: 'one that sets only the protocol', env: protocolOnly, sent: spoofed, ips: '127.0.0.1', protocol: 'http', host: 'feedback.test' },
  { proxy: 'two', env: twoProxies, sent: spoofed, ips: '10.0.0.1, 10.0.0.2, 127.0.0.1', protocol: 'https', host: 'public.test' },
  { proxy: 'two and a single value', env: twoProxies, sent: single, ips: '2001:db8::1, 127.0.0.1', protocol: 'https', host: localHost },
  { proxy: 'two and invalid values', env: twoProxies, sent: invalid, ips: '127.0.0.1', protocol: 'http', host: localHost },
  { proxy: 'two and quotes', env: twoProxies, sent: quoted, ips: '2001:db8::1, 10.0.0.4, 127.0.0.1', protocol: 'https', host: 'public.test' },
  { proxy: 'two and ports', env: twoProxies, sent: withPorts, ips: '10.0.0.3, 10.0.0.4, 127.0.0.1', protocol: 'http', host: localHost },
];

test.each(proxies)(
  'with $proxy, what the proxies have set is forwarded',
  async ({ env, sent, ips, protocol, host }) => {
    const { forwarded = '', ...headers } = await forward(sent, env);
    expect(headers).toMatchObject({
      'x-forwarded-for': ips,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    });
    const first = ips.split(',')[0]?.replace(/^.*::.*$/, '"[$&]"');
    expect(forwarded).toBe(`for=${first};host="${headers['x-forwarded-host']}";proto=${protocol}`);
  },
);

const uuid = /^[0-9a-f-]{36}$/;

test.each([
  ['kept from trusted proxies that set it', 'ingress-0001', twoProxies, /^ingress-0001$/],
  ['replaced without a trusted proxy', 'ingress-0001', {}, uuid],
  ['replaced if the proxy does not set it', 'ingress-0001', { TRUSTED_PROXY_HOPS: '1' }, uuid],
  ['replaced if it is malformed', 'a"b\\n', twoProxies, uuid],
])('a request id is %s', async (_name, id, env, expected) => {
  expect((await forward({ 'X-Request-Id': id }, env))['x-request-id']).toMatch(expected);
});

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

// biome-ignore format: rows of short values
const forwardedOfResponses = [
  'accept-ranges', 'age', 'allow', 'cache-control', 'content-disposition', 'content-encoding', 'content-language',
  'content-location', 'content-range', 'content-type', 'date', 'deprecation', 'etag', 'expires', 'last-modified',
  'location', 'password-expired', 'preference-applied', 'ratelimit', 'ratelimit-policy', 'retry-after', 'set-cookie',
  'sunset', 'vary', 'www-authenticate', 'x-accel-buffering', 'x-csrf-token', 'x-robots-tag',
];
// biome-ignore format: rows of short values
const droppedOfResponses = [
  'server', 'access-control-allow-origin', 'x-accel-redirect', 'clear-site-data', 'x-invented',
  'content-security-policy-report-only', 'link', 'refresh', 'x-request-id', 'x-content-type-options',
];

test('exactly these headers of a response and FORWARDED_RESPONSE_HEADERS are forwarded', async () => {
  const expected = [...forwardedOfResponses, 'x-total-count'];
  const names = [...expected, ...defaultForwarded, ...droppedOfResponses];
  const sent = Object.fromEntries(names.map((name) => [name, 'sent']));
  // The host decides about these.
  delete sent['content-length'];
  delete sent['content-security-policy'];
  const env = { FORWARDED_RESPONSE_HEADERS: 'X-Total-Count, x-request-id, x-content-type-options' };
  const namesOf = (headers: Record<string, unknown>) =>
    Object.keys(headers).filter((name) => String(headers[name]) === 'sent');
  expect(namesOf(await respondWith(sent, { env })).sort()).toEqual(expected.sort());
  const connection = { ...sent, Connection: 'keep-alive, ETag' };
  expect(namesOf(await respondWith(connection, { env }))).not.toContain('etag');
});

/** The names of headers, and these headers with any value. */
function anyHeaders(declared: readonly { name: string }[]) {
  const names = [...new Set(declared.map(({ name }) => name.toLowerCase()))];
  return { names, headers: Object.fromEntries(names.map((name) => [name, 'sent'])) };
}

test('every header that openapi.yaml declares is forwarded', async () => {
  const { operations } = await loadContract('openapi.yaml');
  const parameters = operations.flatMap((operation) => operation.parameters);
  const responses = operations.flatMap((operation) => operation.responses);
  const ofRequests = anyHeaders(parameters.filter((parameter) => parameter.in === 'header'));
  const ofResponses = anyHeaders(responses.flatMap(({ headers }) => headers));
  const received = await forward(ofRequests.headers);
  expect(ofRequests.names.filter((name) => !(name in received))).toEqual([]);
  const sent = await respondWith(ofResponses.headers);
  expect(ofResponses.names.filter((name) => !(name in sent))).toEqual([]);
});

test('the name of a header that is dropped is logged once', async () => {
  const { url: backendUrl } = await startBackend((_req, res) =>
    res.setHeader('X-Invented', 'secret').end(),
  );
  const { port, lines, text } = await startTestHost({ backendUrl });
  for (let i = 0; i < 2; i++) await sendRaw(port, get('/rest/a'));
  const dropped = lines().filter(({ msg }) => msg === 'response header dropped');
  expect(dropped).toMatchObject([{ level: 'info', header: 'x-invented' }]);
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

test.each([
  ['img-src *', ''],
  ["script-src *; frame-ancestors 'self'", ''],
  ["default-src 'none', sandbox allow-scripts", ''],
  ['img-src *', '/re'],
])(
  'the policy "%s" applies beside that of the host, with BACKEND_POLICY_PATHS "%s"',
  async (policy, paths) => {
    const sent = { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' };
    const headers = await respondWith(sent, {
      env: { PROXY_PATHS: '/rest, /re', BACKEND_POLICY_PATHS: paths },
    });
    expect(headers['content-security-policy']).toBe(`${inert}, ${policy}`);
    expect(headers['x-frame-options']).toBe('DENY');
  },
);

test('under BACKEND_POLICY_PATHS, the policy of the backend replaces that of the host, if it sends one', async () => {
  const env = { BACKEND_POLICY_PATHS: '/jsp, /rest/a' };
  const policyOf = async (sent: Record<string, string>, status?: number) =>
    (await respondWith(sent, { env, status }))['content-security-policy'];
  expect(await policyOf({ 'Content-Security-Policy': 'img-src *' })).toBe('img-src *');
  expect(await policyOf({})).toBe(inert);
  // Chromium would replace the policy of the response that it has cached.
  expect(await policyOf({}, 304)).toBeUndefined();
  expect(await policyOf({ 'Content-Security-Policy': 'img-src *' }, 304)).toBe('img-src *');
});

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

test.each([
  { sent: {}, expected: 'no-store' },
  { sent: { 'Cache-Control': 'max-age=60' }, expected: 'max-age=60' },
])(
  'a response with the headers $sent is stored by nobody unless the backend says so',
  async ({ sent, expected }) => {
    expect((await respondWith(sent))['cache-control']).toBe(expected);
  },
);

/** Headers that a browser replaces in the response that it has stored, if a 304 has them. */
const stored = ['cache-control', 'content-security-policy', 'vary', 'content-type', 'expires'];

test.each(['', '/rest'])(
  'with BACKEND_POLICY_PATHS "%s", a 304 adds no header of a stored response to those of the backend',
  async (paths) => {
    const env = { BACKEND_POLICY_PATHS: paths };
    const bare = await respondWith({ ETag: '"a"' }, { env, status: 304 });
    expect(bare).toMatchObject({ etag: '"a"' });
    expect(Object.keys(bare).filter((name) => stored.includes(name))).toEqual([]);
    const sent = { 'Cache-Control': 'max-age=60', 'Content-Security-Policy': 'img-src *' };
    expect(await respondWith(sent, { env, status: 304 })).toMatchObject({
      'cache-control': 'max-age=60',
      'content-security-policy': paths ? 'img-src *' : `${inert}, img-src *`,
    });
  },
);

const http = 'http://backend.test';
const staff = 'http://backend.test/staff';

test.each([
  [http, 'location', `${http}/jsp/b?c#d`, '/jsp/b?c#d'],
  [http, 'location', http, '/'],
  [http, 'location', `${http}//evil.test`, '/evil.test'],
  [http, 'location', `${http}/\\evil.test`, '/evil.test'],
  [http, 'location', 'b?c', 'b?c'],
  [http, 'location', '//elsewhere.test/a', '//elsewhere.test/a'],
  [http, 'location', 'http://[', 'http://['],
  // UTF-8, as Node.js reads a header.
  [http, 'location', '/caf\u00c3\u00a9', '/caf%C3%A9'],
  [http, 'location', 'https://backend.test/a', '/a'],
  ['https://backend.test', 'location', 'http://backend.test.:80/a', '/a'],
  [http, 'location', 'https://backend.test:8443/a', '/a'],
  [http, 'location', 'http://BACKEND.test:8080/a?b#c', '/a?b#c'],
  ['http://backend.test:8080', 'location', 'http://backend.test/a', '/a'],
  ['http://[::1]:8080', 'location', 'http://[::1]/a', '/a'],
  [http, 'location', 'http://www.backend.test/a', 'http://www.backend.test/a'],
  [staff, 'location', `${staff}/jsp/b?c`, '/jsp/b?c'],
  [staff, 'location', `${staff}//evil.test`, '/evil.test'],
  [staff, 'location', '/staff/\\evil.test', '/evil.test'],
  [staff, 'location', '/staffing/b', '/staffing/b'],
  [http, 'content-location', `${http}/a`, '/a'],
  [http, 'set-cookie', 'a=1; Domain=backend.test; Path=/; HttpOnly', 'a=1; Path=/; HttpOnly'],
  [http, 'set-cookie', 'a=1; Domain = x; domain=y;DOMAIN; Secure', 'a=1; Secure'],
  [staff, 'set-cookie', 'domain=x; Path=/staff; Max-Age=0', 'domain=x; Path=/; Max-Age=0'],
  [staff, 'set-cookie', 'b=2;path = /staff/rest', 'b=2; Path=/rest'],
  [staff, 'set-cookie', 'c=3; Path=/staffing', 'c=3; Path=/staffing'],
])('with the backend %s, %s: %s becomes %s', (backendUrl, name, value, expected) => {
  const sent = name === 'set-cookie' ? [value] : value;
  expect([createHeaderRewriter(backendUrl)(name, sent)].flat()).toEqual([expected]);
});

test('the headers of a response do not name the backend', async () => {
  const backend = await startBackend((req, res) => {
    const { host } = req.headers;
    res.writeHead(302, { Location: `http://${host}/a`, 'Set-Cookie': `a=1; Domain=${host}` }).end();
  });
  const { headers } = await request(createTestApp(backend.url)).get('/rest/a').redirects(0);
  expect(headers).toMatchObject({ location: '/a', 'set-cookie': ['a=1'] });
});

test('a 304 and the response to HEAD keep their Content-Length, and a 204 has none', async () => {
  const sent = { 'Content-Length': '2' };
  expect(await respondWith(sent, { status: 304 })).toMatchObject({ 'content-length': '2' });
  expect(await respondWith(sent, { method: 'head' })).toMatchObject({ 'content-length': '2' });
  expect(await respondWith(sent, { status: 204 })).not.toHaveProperty('content-length');
});

test('a response without a length is complete when the backend closes the connection', async () => {
  const { port } = await startTestHost({
    handler: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'),
  });
  const response = await sendRaw(port, get('/rest/a'));
  expect(response).toMatchObject({ body: expect.stringContaining('{"a":1}'), truncated: false });
});

test.each([
  ['a control character in the reason phrase', '200 O\x01K\r\nContent-Length: 2'],
  ['a length behind 1,000 headers', `200 Fine\r\n${'a:\r\n'.repeat(1_000)}Content-Length: 2`],
  ['200 informational responses before it', `${'103 Hints\r\n\r\nHTTP/1.1 '.repeat(200)}200 OK`],
])('a response with %s is forwarded, with the reason phrase of its status', async (_name, head) => {
  const { port } = await startTestHost({
    handler: (socket) => socket.end(`HTTP/1.1 ${head}\r\n\r\n{}`, 'latin1'),
  });
  const response = await sendRaw(port, get('/rest/a'));
  expect(response.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(response).toMatchObject({ body: expect.stringContaining('{}'), truncated: false });
});

test('a compressed response is forwarded byte by byte', async () => {
  const sent = 'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\n\x00\x80\xff';
  const { port } = await startTestHost({ handler: (socket) => socket.write(sent, 'latin1') });
  const { body, head } = await sendRaw(port, get('/rest/a'));
  expect(head).toMatch(/^content-encoding: br$/im);
  expect(body).toBe('\x00\x80\xff');
});
