import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { startBackend } from '../support/hostBackend.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig } from '../support/hostConfig.ts';

/** What a browser gets of a backend's answer with these headers. */
async function seen(headers: Record<string, string | string[]>, status = 200, env = {}) {
  const backend = await startBackend((_req, res) => {
    const named = Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace('BACKEND', `http://${_req.headers.host}`) : value,
    ]);
    res.writeHead(status, Object.fromEntries(named)).end('{}');
  });
  const app = createApp(hostConfig(backend.url, env), clientFiles);
  return request(app).get('/rest/a').redirects(0);
}

test('status, type, cookies and the headers of the contract come through', async () => {
  const res = await seen({
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
  'X-AspNet-Version',
  'Via',
  'Alt-Svc',
  'Proxy-Authenticate',
  'Access-Control-Allow-Origin',
  'Access-Control-Allow-Credentials',
])('%s of the backend stays here', async (name) => {
  expect((await seen({ [name]: 'secret' })).headers[name.toLowerCase()]).toBeUndefined();
});

test('a header that the backend names as one of its connection stays here', async () => {
  const res = await seen({ Connection: 'keep-alive, X-Inner', 'X-Inner': 'secret' });
  expect(res.headers['x-inner']).toBeUndefined();
});

test('the backend cannot weaken the guard of the host', async () => {
  const res = await seen({
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

test('an answer is not kept unless the backend says so', async () => {
  expect((await seen({})).headers['cache-control']).toBe('no-store');
  const res = await seen({ 'Cache-Control': 'max-age=60' });
  expect(res.headers['cache-control']).toBe('max-age=60');
});

test('a page of the backend can do nothing, unless it brings a policy of its own', async () => {
  const inert = (await seen({ 'Content-Type': 'text/html' })).headers;
  expect(inert['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  expect(inert['x-frame-options']).toBe('DENY');
  const own = (await seen({ 'Content-Security-Policy': "frame-ancestors 'self'" })).headers;
  expect(own['content-security-policy']).toBe("frame-ancestors 'self'");
  expect(own['x-frame-options']).toBeUndefined();
});

test('a captcha that comes through this host may show its challenge in a frame', async () => {
  const env = { RECAPTCHA_SCRIPT_URL: '/mock/captcha/enterprise.js' };
  const { headers } = await seen({ 'Content-Type': 'text/html' }, 200, env);
  expect(headers['content-security-policy']).toMatch("frame-ancestors 'self'");
  expect(headers['x-frame-options']).toBeUndefined();
});

test('a redirect within the backend stays on this host', async () => {
  expect((await seen({ Location: 'BACKEND/jsp/b?c' }, 302)).headers.location).toBe('/jsp/b?c');
  expect((await seen({ Location: 'BACKEND' }, 302)).headers.location).toBe('/');
  const elsewhere = 'https://elsewhere.test/a';
  expect((await seen({ Location: elsewhere }, 302)).headers.location).toBe(elsewhere);
});

test('a cookie does not name the domain of the backend', async () => {
  const res = await seen({ 'Set-Cookie': 'a=1; Domain=backend.internal; Path=/; HttpOnly' });
  expect(res.headers['set-cookie']).toEqual(['a=1; Path=/; HttpOnly']);
});
