import request from 'supertest';
import { expect, test } from 'vitest';
import { loadContract } from '#contract';
import { defaultForwarded } from '../../server/proxy/createRequestHeaderSelector.ts';
import { get, post } from '../rawClient.ts';
import { startBackend } from '../startBackend.ts';
import { createTestApp, startTestHost } from './fixtures/startTestHost.ts';

/** Returns the headers that the backend receives for a request with these headers. */
async function forward(headers: Record<string, string>, env = {}) {
  const backend = await startBackend();
  await request(createTestApp(backend.url, env)).get('/rest/a').set(headers).expect(200);
  return backend.received[0]?.headers ?? {};
}

const splitNames = (text: string) => text.trim().split(/\s+/);

const forwarded = splitNames(`
  accept accept-encoding accept-language access-control-allow-headers access-control-allow-methods access-control-allow-origin access-control-max-age authorization b3 baggage cache-control content-language content-type cookie
  if-match if-modified-since if-none-match if-range if-unmodified-since last-event-id origin prefer range sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user traceparent tracestate uber-trace-id user-agent x-amzn-trace-id x-b3-flags x-b3-parentspanid x-b3-sampled x-b3-spanid x-b3-traceid x-cloud-trace-context x-csrf-token
  x-datadog-origin x-datadog-parent-id x-datadog-sampling-priority x-datadog-tags x-datadog-trace-id x-requested-with x-xsrf-token
`);
const dropped = splitNames(`
  X-Original-URL X-HTTP-Method-Override X-Real-IP X-Tenant-Id Cf-Access-Jwt-Assertion
`);

test('exactly these headers of a client are forwarded, but for those that Connection names', async () => {
  const names = [...forwarded, ...defaultForwarded, ...dropped];
  const sent = Object.fromEntries(names.map((name) => [name, 'sent']));
  const findSent = (headers: Awaited<ReturnType<typeof forward>>) =>
    Object.keys(headers).filter((name) => headers[name]?.includes('sent'));
  expect(findSent(await forward(sent)).sort()).toEqual(forwarded);
  expect(findSent(await forward({ ...sent, Connection: 'close, Cookie' }))).not.toContain('cookie');
});

test('every header parameter of openapi.yaml is forwarded', async () => {
  const { operations } = await loadContract('openapi.yaml');
  const names = operations
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'header'))
    .map(({ name }) => name.toLowerCase());
  const headers = await forward(Object.fromEntries(names.map((name) => [name, 'sent'])));
  expect(names.filter((name) => !(name in headers))).toEqual([]);
});

test('FORWARDED_REQUEST_HEADERS adds headers, also credentials of a layer in front', async () => {
  const sent = { 'X-Tenant-Id': 'acme', 'Cf-Access-Jwt-Assertion': 'a.b.c', 'X-Other': 'sent' };
  const env = { FORWARDED_REQUEST_HEADERS: 'X-Tenant-Id, cf-access-jwt-assertion' };
  const received = await forward(sent, env);
  expect(received).toMatchObject({ 'x-tenant-id': 'acme', 'cf-access-jwt-assertion': 'a.b.c' });
  expect(received).not.toHaveProperty('x-other');
});

test('of the headers of a client that are dropped, the name is logged once if it is well known', async () => {
  const { send, lines, text } = await startTestHost();
  const names = ['X-Tenant-Id', 'X-Goog-Iap-Jwt-Assertion', 'X-Invented'];
  const headers = names.map((name) => `${name}: secret`);
  for (let i = 0; i < 2; i++) await send(get('/rest/a', ...headers));
  const logged = lines().filter(({ msg }) => msg === 'request header dropped');
  expect(logged.map(({ header }) => header)).toEqual(['x-tenant-id', 'x-goog-iap-jwt-assertion']);
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
  const { backend, send } = await startTestHost();
  const headers = 'Expect: 100-continue\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nHost';
  expect(await send(post.replace('Host', headers))).toMatchObject({ status: 200 });
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
const proxies = {
  'no trusted proxy': { env: {}, sent: spoofed, ips: '127.0.0.1', protocol: 'http', host: 'feedback.test' },
  'one': { env: { TRUSTED_PROXY_HOPS: '1' }, sent: spoofed, ips: '10.0.0.2, 127.0.0.1', protocol: 'http', host: 'feedback.test' },
  'one that sets only the protocol': { env: protocolOnly, sent: spoofed, ips: '127.0.0.1', protocol: 'http', host: 'feedback.test' },
  'two': { env: twoProxies, sent: spoofed, ips: '10.0.0.1, 10.0.0.2, 127.0.0.1', protocol: 'https', host: 'public.test' },
  'two and a single value': { env: twoProxies, sent: single, ips: '2001:db8::1, 127.0.0.1', protocol: 'https', host: localHost },
  'two and invalid values': { env: twoProxies, sent: invalid, ips: '127.0.0.1', protocol: 'http', host: localHost },
  'two and quotes': { env: twoProxies, sent: quoted, ips: '2001:db8::1, 10.0.0.4, 127.0.0.1', protocol: 'https', host: 'public.test' },
  'two and ports': { env: twoProxies, sent: withPorts, ips: '10.0.0.3, 10.0.0.4, 127.0.0.1', protocol: 'http', host: localHost },
};

test.each(Object.entries(proxies))(
  'with %s, what the proxies have set is forwarded',
  async (_name, { env, sent, ips, protocol, host }) => {
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

const ids = {
  'kept from trusted proxies that set it': { env: twoProxies, expected: /^ingress-0001$/ },
  'replaced without a trusted proxy': {
    env: { TRUSTED_FORWARDED_HEADERS: 'x-request-id' },
    expected: uuid,
  },
  'replaced if the proxy does not set it': {
    env: { TRUSTED_PROXY_HOPS: '1' },
    expected: uuid,
  },
  'replaced if it is malformed': { id: 'a"b\\n', env: twoProxies, expected: uuid },
};

test.each(Object.entries(ids))('a request id is %s', async (_name, { env, expected, ...row }) => {
  const id = 'id' in row ? row.id : 'ingress-0001';
  expect((await forward({ 'X-Request-Id': id }, env))['x-request-id']).toMatch(expected);
});
