import request from 'supertest';
import { expect, test } from 'vitest';
import { sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { createTestApp, startTestHost } from '../support/host/startTestHost.ts';

/** Returns the headers that the backend receives for a request with these headers. */
async function forward(headers: Record<string, string>, env = {}) {
  const backend = await startBackend();
  const app = createTestApp(backend.url, env);
  await request(app).get('/rest/a').set(headers).expect(200);
  return backend.received[0]?.headers ?? {};
}

// biome-ignore format: rows of short values
const forwarded = [
  'accept', 'accept-encoding', 'accept-language', 'access-control-allow-headers',
  'access-control-allow-methods', 'access-control-allow-origin', 'access-control-max-age', 'authorization',
  'cache-control', 'content-language', 'content-type', 'cookie', 'if-match', 'if-modified-since',
  'if-none-match', 'if-range', 'if-unmodified-since', 'last-event-id', 'origin', 'prefer', 'range', 'sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site',
  'sec-fetch-user', 'traceparent', 'tracestate', 'user-agent', 'x-csrf-token', 'x-requested-with',
  'x-xsrf-token',
];
const dropped = [
  'X-Original-URL',
  'X-HTTP-Method-Override',
  'X-Real-IP',
  'X-Forwarded-Port',
  'Via',
];

test('exactly these headers of a client are forwarded', async () => {
  const headers = await forward(
    Object.fromEntries([...forwarded, ...dropped].map((name) => [name, 'sent'])),
  );
  const received = Object.keys(headers).filter((name) => headers[name]?.includes('sent'));
  expect(received.sort()).toEqual(forwarded);
});

test('a header that the Connection header names is dropped', async () => {
  const headers = await forward({ Connection: 'close, Cookie', Cookie: 'a=b', Accept: 'x/y' });
  expect(headers.cookie).toBeUndefined();
  expect(headers.accept).toBe('x/y');
});

test('neither an expectation nor an upgrade is forwarded', async () => {
  const backend = await startBackend();
  const { port } = await startTestHost(backend.url);
  const headers = 'Expect: 100-continue\r\nConnection: Upgrade\r\nUpgrade: websocket';
  const request = `POST /rest/a HTTP/1.1\r\nHost: a\r\n${headers}\r\nContent-Length: 2\r\n\r\nab`;
  expect((await sendRaw(port, request)).status).toBe(200);
  const [received] = backend.received;
  expect(received?.headers).not.toHaveProperty('expect');
  expect(received?.headers).not.toHaveProperty('upgrade');
});

test('Referer is reduced to the origin, because the path identifies the subscriber', async () => {
  const headers = await forward({
    Referer: 'https://feedback.test/app/subscriber-feedback/42/a/contact',
  });
  expect(headers.referer).toBe('https://feedback.test/');
});

test('the backend receives its own host name in Host', async () => {
  expect((await forward({ Host: 'feedback.test' })).host).toMatch(/^127\.0\.0\.1:\d+$/);
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
const localHost = expect.stringMatching(/^127/);

test.each([
  ['no trusted proxy', {}, spoofed, '127.0.0.1', 'http', 'feedback.test'],
  ['one', { TRUSTED_PROXY_HOPS: '1' }, spoofed, '10.0.0.2, 127.0.0.1', 'http', 'feedback.test'],
  ['one that sets only the protocol', protocolOnly, spoofed, '127.0.0.1', 'http', 'feedback.test'],
  ['two', twoProxies, spoofed, '10.0.0.1, 10.0.0.2, 127.0.0.1', 'https', 'public.test'],
  ['two and a single value', twoProxies, single, '2001:db8::1, 127.0.0.1', 'https', localHost],
  ['two and invalid values', twoProxies, invalid, '127.0.0.1', 'http', localHost],
  ['two and ports', twoProxies, withPorts, '10.0.0.3, 10.0.0.4, 127.0.0.1', 'http', localHost],
])(
  'with %s, what the proxies have set is forwarded',
  async (_name, env, sent, ips, protocol, host) => {
    const headers = await forward(sent, env);
    expect(headers).toMatchObject({
      'x-forwarded-for': ips,
      'x-forwarded-proto': protocol,
      'x-forwarded-host': host,
    });
    const first = ips.split(',')[0]?.replace(/^.*::.*$/, '"[$&]"');
    const { forwarded = '', 'x-forwarded-host': forwardedHost } = headers;
    const [client, by] = forwarded.split(';by=');
    expect(client).toBe(`for=${first};host="${forwardedHost}";proto=${protocol}`);
    expect(by).toMatch(/^_\w+$/);
  },
);

test('a request id is kept only if the proxies that set it are trusted', async () => {
  const sent = { 'X-Request-Id': 'ingress-0001' };
  const receivedId = async (headers: Record<string, string>, env = {}) =>
    (await forward(headers, env))['x-request-id'];
  expect(await receivedId(sent, twoProxies)).toBe('ingress-0001');
  const uuid = /^[0-9a-f-]{36}$/;
  expect(await receivedId(sent)).toMatch(uuid);
  expect(await receivedId(sent, { TRUSTED_PROXY_HOPS: '1' })).toMatch(uuid);
  expect(await receivedId(sent, { ...twoProxies, TRUSTED_PROXY_HOPS: '0' })).toMatch(uuid);
  expect(await receivedId({ 'X-Request-Id': 'a"b\\n' }, twoProxies)).toMatch(uuid);
});
