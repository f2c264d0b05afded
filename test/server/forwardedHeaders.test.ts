import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { startBackend } from '../support/hostBackend.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig } from '../support/hostConfig.ts';
import { startRawBackend } from '../support/hostRawBackend.ts';
import { sendRaw } from '../support/hostRawClient.ts';
import { startTestHost } from '../support/hostStart.ts';

/** What the backend hears of a request with these headers. */
async function heard(headers: Record<string, string>, env = {}) {
  const backend = await startBackend();
  const app = createApp(hostConfig(backend.url, env), clientFiles);
  await request(app).get('/rest/a').set(headers).expect(200);
  return backend.received[0]?.headers ?? {};
}

test('what the contract and browsers need arrives', async () => {
  const sent = {
    accept: 'application/json',
    'accept-language': 'en',
    'access-control-max-age': '86400',
    cookie: 'JSESSIONID=1; other=2',
    'if-none-match': '"a"',
    origin: 'https://feedback.test',
    'user-agent': 'Browser/1',
  };
  expect(await heard(sent)).toMatchObject(sent);
});

test.each([
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Override-URL',
  'X-HTTP-Method',
  'X-HTTP-Method-Override',
  'X-Method-Override',
  'X-Original-Host',
  'X-Host',
  'X-Real-IP',
  'X-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Forwarded-Port',
  'X-Forwarded-Prefix',
  'X-Forwarded-Server',
  'X-Remote-User',
  'X-SSL-Client-Cert',
  'Proxy',
  'Proxy-Authorization',
  'Keep-Alive',
  'TE',
  'Via',
  'Max-Forwards',
  'X_Forwarded_For',
])('%s stays here', async (name) => {
  const headers = await heard({ [name]: '/admin' });
  expect(headers[name.toLowerCase()]).toBeUndefined();
  expect(JSON.stringify(headers)).not.toMatch('/admin');
});

test('a header that the connection header names stays here', async () => {
  const headers = await heard({ Connection: 'close, Cookie', Cookie: 'a=b', Accept: 'x/y' });
  expect(headers.cookie).toBeUndefined();
  expect(headers.accept).toBe('x/y');
});

test('an expectation is met by the host', async () => {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  const head =
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';
  expect((await sendRaw(host.port, `${head}ab`)).status).toBe(200);
  expect(backend.requests[0]).not.toMatch(/expect/i);
});

test('an upgrade is not asked for', async () => {
  const headers = await heard({ Connection: 'Upgrade', Upgrade: 'websocket' });
  expect(headers.upgrade).toBeUndefined();
  expect(headers.connection).toBe('keep-alive');
});

test('of the referring page only the origin is told, for its path names the subscriber', async () => {
  const headers = await heard({
    Referer: 'https://feedback.test/app/subscriber-feedback/42/a/contact',
  });
  expect(headers.referer).toBe('https://feedback.test/');
});

test('the backend sees its own name as the host', async () => {
  const headers = await heard({ Host: 'feedback.test' });
  expect(headers.host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(headers['x-forwarded-host']).toBe('feedback.test');
});

const spoofed = {
  Host: 'feedback.test',
  'X-Forwarded-For': '6.6.6.6, 10.0.0.1, 10.0.0.2',
  'X-Forwarded-Proto': 'gopher, https, http',
  'X-Forwarded-Host': 'evil.test, public.test, inner.test',
  Forwarded: 'for=6.6.6.6',
};

test('without proxies of ours nobody is believed about who asks', async () => {
  expect(await heard(spoofed)).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'feedback.test',
    forwarded: 'for=127.0.0.1;host="feedback.test";proto=http',
  });
});

test('with two proxies of ours the last two entries are believed', async () => {
  expect(await heard(spoofed, { TRUSTED_PROXY_HOPS: '2' })).toMatchObject({
    'x-forwarded-for': '10.0.0.1, 10.0.0.2, 127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'public.test',
    forwarded: 'for=10.0.0.1;host="public.test";proto=https',
  });
});

test('a proxy that tells one value is believed', async () => {
  const told = { 'X-Forwarded-For': '2001:db8::1', 'X-Forwarded-Proto': 'https' };
  expect(await heard(told, { TRUSTED_PROXY_HOPS: '2' })).toMatchObject({
    'x-forwarded-for': '2001:db8::1, 127.0.0.1',
    'x-forwarded-proto': 'https',
    forwarded: expect.stringMatching(/^for="\[2001:db8::1\]";/),
  });
});

test('what is no address is not passed on as one', async () => {
  const told = { 'X-Forwarded-For': 'unknown, "evil"', 'X-Forwarded-Host': 'a b' };
  const headers = await heard(told, { TRUSTED_PROXY_HOPS: '2' });
  expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  expect(headers['x-forwarded-host']).toMatch(/^127/);
});

test('a request keeps the id that a proxy of ours gave it, and only then', async () => {
  const told = { 'X-Request-Id': 'ingress-0001' };
  expect((await heard(told, { TRUSTED_PROXY_HOPS: '1' }))['x-request-id']).toBe('ingress-0001');
  expect((await heard(told))['x-request-id']).not.toBe('ingress-0001');
  const odd = { 'X-Request-Id': 'a"b\\n' };
  expect((await heard(odd, { TRUSTED_PROXY_HOPS: '1' }))['x-request-id']).toMatch(
    /^[0-9a-f-]{36}$/,
  );
});
