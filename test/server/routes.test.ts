import request from 'supertest';
import { expect, test } from 'vitest';
import { clientFiles } from '../support/host/clientFiles.ts';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { createTestApp, startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

const app = createTestApp(unreachableUrl);
const base = '/app/subscriber-feedback';

test.each([
  [base, 200],
  [`${base}/`, 200],
  [`${base}/1/daily/contact`, 200],
  [`${base}/1/daily/contact/`, 200],
  [`${base}/1/daily/contract`, 404],
  [`${base}/a%zz`, 404],
])('%s is a document with the status %i', async (path, status) => {
  const res = await request(app).get(path).expect(status);
  expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(res.headers['cache-control']).toBe('private, no-cache');
  expect(res.headers['x-robots-tag']).toBe('noindex');
  expect(res.text).toMatch(/^<!doctype html>/i);
  expect(res.text).toMatch(clientFiles.script);
});

test.each(['br', 'gzip'])('a document is sent with Content-Encoding %s', async (encoding) => {
  const get = (accepted: string) =>
    request(app).get(`${base}/1/daily/contact`).set('Accept-Encoding', accepted);
  const identity = await get('identity');
  const compressed = await get(encoding);
  expect(compressed.headers['content-encoding']).toBe(encoding);
  expect(compressed.headers.vary).toBe('Accept-Encoding');
  expect(compressed.text).toBe(identity.text);
});

test('a document that the browser has cached results in 304', async () => {
  const get = () => request(app).get(`${base}/1/daily/contact`).set('Accept-Encoding', 'br');
  const { headers } = await get();
  expect(headers.etag).toMatch(/^"[\w-]{16}-br"$/);
  const again = await get().set('If-None-Match', String(headers.etag));
  expect(again.status).toBe(304);
  expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  await get().set('If-None-Match', '"other"').expect(200);
});

test('the root redirects to the base path', async () => {
  await request(app).get('/').expect(302).expect('Location', `${base}/`);
});

test.each([
  ['/App/SUBSCRIBER-feedback', ''],
  ['/App/SUBSCRIBER-feedback/%7B1%7D/daily/contact?a=b?c', '/%7B1%7D/daily/contact?a=b?c'],
  [`/${base}/1/daily/contact?a=//b`, '/1/daily/contact?a=//b'],
  ['/app//subscriber-feedback/1/daily/contact', '/1/daily/contact'],
  [`${base}//1///daily/contact`, '/1/daily/contact'],
  [`/${base}//evil.test`, '/evil.test'],
  [`/${base}/\\evil.test`, '/\\evil.test'],
  [`/${base}/%2f/evil.test`, '/%2f/evil.test'],
  [`/${base}/..//evil.test`, '/../evil.test'],
])('%s is redirected to the base path with %s', async (path, rest) => {
  const { port } = await startTestHost(unreachableUrl);
  const { status, head } = await sendRaw(port, get(path));
  expect(status).toBe(302);
  expect(head).toContain(`\r\nLocation: ${base}${rest}\r\n`);
  expect(head).toMatch(/\r\nX-Content-Type-Options: nosniff/i);
});

test.each([
  '//evil.test/app/subscriber-feedback',
  '/\\evil.test/app/subscriber-feedback/',
  '/%2fapp/subscriber-feedback/',
  '/app%2f/subscriber-feedback/',
  `//..${base}`,
])('%s is not redirected', async (path) => {
  const { port } = await startTestHost(unreachableUrl);
  expect((await sendRaw(port, get(path))).status).toBe(400);
});

test('only a GET that accepts HTML is redirected', async () => {
  const { port } = await startTestHost(unreachableUrl);
  const request = get(`/${base}/1/daily/contact`);
  const json = request.replace('\r\n\r\n', '\r\nAccept: application/json\r\n\r\n');
  expect((await sendRaw(port, json)).status).toBe(400);
  expect((await sendRaw(port, request.replace('GET', 'POST'))).status).toBe(400);
});

test.each(['/favicon.ico', '/app/', `${base}x`, '/APP/subscriber-feedbackx'])(
  '%s results in a short 404',
  async (path) => {
    const res = await request(app).get(path).expect(404);
    expect(res.headers['cache-control']).toBe('no-store');
    expect(res.text.length).toBeLessThan(100);
  },
);

test.each(['PUT', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s results in 405 with Allow on every path',
  async (method) => {
    for (const path of ['/', base, '/rest/x', '/nothing']) {
      const res = await request(app)[method.toLowerCase() as 'put'](path).expect(405);
      expect(res.headers.allow).toBe('GET, HEAD, POST');
    }
  },
);

test('documents and assets reject POST', async () => {
  await request(app).post(`${base}/1/daily/contact`).expect(405).expect('Allow', 'GET, HEAD');
  await request(app).post(clientFiles.script).expect(405).expect('Allow', 'GET, HEAD');
});
