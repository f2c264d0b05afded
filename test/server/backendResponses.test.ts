import request from 'supertest';
import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { createTestApp } from '../support/host/createTestApp.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

/** Returns the host's response when the backend responds with these headers. */
async function respondWith(
  headers: Record<string, string | string[]>,
  status = 200,
  basePath = '',
  env = {},
) {
  const backend = await startBackend((req, res) => {
    const entries = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('BACKEND', `http://${req.headers.host}`) : value,
    ]);
    res.writeHead(status, Object.fromEntries(entries)).end('{}');
  });
  const app = createTestApp(backend.url + basePath, env);
  return request(app).get('/rest/a').redirects(0);
}

test('the status, the content type, cookies and the headers of the contract are forwarded', async () => {
  const res = await respondWith({
    'Content-Type': 'text/html',
    'Set-Cookie': ['a=1; Path=/; HttpOnly', 'b=2'],
    'password-expired': 'true',
    ETag: '"x"',
  });
  expect(res.headers).toMatchObject({
    'content-type': 'text/html',
    'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2'],
    'password-expired': 'true',
    etag: '"x"',
  });
});

test.each([
  'Server',
  'X-Powered-By',
  'Via',
  'Alt-Svc',
  'Access-Control-Allow-Origin',
  'X-Accel-Redirect',
  'X-LiteSpeed-Location',
  'Cloudflare-CDN-Cache-Control',
  'Speculation-Rules',
  'Clear-Site-Data',
  'Service-Worker-Allowed',
  'Content-Security-Policy-Report-Only',
  'X-Invented',
])('%s is removed', async (name) => {
  expect((await respondWith({ [name]: 'secret' })).headers[name.toLowerCase()]).toBeUndefined();
});

test('FORWARDED_RESPONSE_HEADERS are forwarded too', async () => {
  const env = { FORWARDED_RESPONSE_HEADERS: 'X-Total-Count, x-page' };
  const { headers } = await respondWith({ 'X-Total-Count': '7', 'X-Other': '1' }, 200, '', env);
  expect(headers['x-total-count']).toBe('7');
  expect(headers['x-other']).toBeUndefined();
});

test('the name of a header that is removed is logged once', async () => {
  const backend = await startBackend((_req, res) => {
    res.writeHead(200, { 'X-Invented': 'secret', Connection: 'keep-alive' }).end('{}');
  });
  const { log, lines } = captureLog('info');
  const host = await startTestHost(backend.url, {}, { log });
  for (let i = 0; i < 2; i++) await request(host.url).get('/rest/a').expect(200);
  const dropped = lines().filter(({ msg }) => msg === 'response header dropped');
  expect(dropped).toMatchObject([{ level: 'info', header: 'x-invented' }]);
  expect(JSON.stringify(dropped)).not.toMatch('secret');
});

test('a header that the Connection header names is removed', async () => {
  const res = await respondWith({ Connection: 'keep-alive, X-Inner', 'X-Inner': 'secret' });
  expect(res.headers['x-inner']).toBeUndefined();
});

test('the backend cannot override the security headers', async () => {
  const res = await respondWith({
    'Referrer-Policy': 'unsafe-url',
    'Strict-Transport-Security': 'max-age=0',
    'X-Content-Type-Options': 'none',
    'X-Request-Id': 'other',
  });
  expect(res.headers).toMatchObject({
    'referrer-policy': 'strict-origin',
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('a response is not cached unless the backend sends Cache-Control', async () => {
  expect((await respondWith({})).headers['cache-control']).toBe('no-store');
  const res = await respondWith({ 'Cache-Control': 'max-age=60' });
  expect(res.headers['cache-control']).toBe('max-age=60');
});

test('an HTML response has the inert policy unless the backend sends its own', async () => {
  const inert = (await respondWith({ 'Content-Type': 'text/html' })).headers;
  expect(inert['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(inert['x-frame-options']).toBe('DENY');
  const own = (await respondWith({ 'Content-Security-Policy': "frame-ancestors 'self'" })).headers;
  expect(own['content-security-policy']).toBe("frame-ancestors 'self'");
  expect(own['x-frame-options']).toBeUndefined();
});

test.each(['', ' ', ';', 'none', 'report-uri /a', 'default'])(
  'the Content-Security-Policy "%s", which restricts nothing, does not replace the inert one',
  async (policy) => {
    const { headers } = await respondWith({ 'Content-Security-Policy': policy });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['x-frame-options']).toBe('DENY');
  },
);

const elsewhere = 'https://elsewhere.test/a';

test.each([
  ['BACKEND/jsp/b?c', '/jsp/b?c'],
  ['BACKEND', '/'],
  ['BACKEND//evil.test', '/evil.test'],
  ['BACKEND/\\evil.test', '/evil.test'],
  ['BACKEND/.//evil.test', '/evil.test'],
  ['/a?b#c', '/a?b#c'],
  ['b?c', 'b?c'],
  ['//elsewhere.test/a', '//elsewhere.test/a'],
  [elsewhere, elsewhere],
  ['http://[', 'http://['],
])('a redirect to %s becomes one to %s', async (location, expected) => {
  const { headers } = await respondWith({ Location: location }, 302);
  expect(headers.location).toBe(expected);
});

test.each([
  ['BACKEND/staff/jsp/b?c', '/jsp/b?c'],
  ['BACKEND/staff', '/'],
  ['BACKEND/staff//evil.test', '/evil.test'],
  ['/staff/jsp/b', '/jsp/b'],
  ['/staff/\\evil.test', '/evil.test'],
  ['/staff?a', '/?a'],
  ['/staffing/b', '/staffing/b'],
  ['/other', '/other'],
  [elsewhere, elsewhere],
])(
  'behind the base path /staff, a redirect to %s becomes one to %s',
  async (location, expected) => {
    const { headers } = await respondWith({ Location: location }, 302, '/staff');
    expect(headers.location).toBe(expected);
  },
);

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

test.each([
  ['a=1; Domain=backend.internal; Path=/; HttpOnly', 'a=1; Path=/; HttpOnly'],
  ['a=1; Domain = x; domain=y;DOMAIN; Secure', 'a=1; Secure'],
  ['domain=x; Path=/', 'domain=x; Path=/'],
])('the domain of the cookie "%s" is removed', async (cookie, expected) => {
  const res = await respondWith({ 'Set-Cookie': [cookie, 'b=2'] });
  expect(res.headers['set-cookie']).toEqual([expected, 'b=2']);
});

test('the base path of BACKEND_URL is removed from the path of a cookie', async () => {
  const cookies = [
    'a=1; Path=/staff; Secure',
    'b=2;path = /staff/rest',
    'c=3; Path=/staffing',
    'd=4; Path=/',
  ];
  const res = await respondWith({ 'Set-Cookie': cookies }, 200, '/staff');
  expect(res.headers['set-cookie']).toEqual([
    'a=1; Path=/; Secure',
    'b=2; Path=/rest',
    'c=3; Path=/staffing',
    'd=4; Path=/',
  ]);
});

test('a 204 has no Content-Length', async () => {
  const { status, headers } = await respondWith({ 'Content-Length': '2' }, 204);
  expect(status).toBe(204);
  expect(headers['content-length']).toBeUndefined();
});

test('a 304 and the response to HEAD keep their Content-Length', async () => {
  const { headers } = await respondWith({ 'Content-Length': '2', ETag: '"x"' }, 304);
  expect(headers['content-length']).toBe('2');
  const backend = await startBackend((_req, res) => res.setHeader('Content-Length', 7).end());
  const app = createTestApp(backend.url);
  expect((await request(app).head('/rest/a')).headers['content-length']).toBe('7');
});
