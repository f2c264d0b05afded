import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig, nowhere } from '../support/hostConfig.ts';

const app = createApp(hostConfig(nowhere), clientFiles);
const base = '/app/subscriber-feedback';

test.each([
  base,
  `${base}/`,
  `${base}/1/daily/contact`,
  `${base}/1/daily/contact/`,
  `${base}/a%zz`,
])('%s is the document', async (path) => {
  const res = await request(app).get(path);
  expect(res.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(res.headers['cache-control']).toBe('no-store');
  expect(res.text).toMatch(/^<!doctype html>/i);
  expect(res.text).toMatch(clientFiles.document.script);
});

test('a page that exists answers 200, one that does not answers 404', async () => {
  await request(app).get(`${base}/1/daily/contact`).expect(200);
  await request(app).get(`${base}/1/daily/contract`).expect(404);
});

test('each document has a nonce of its own', async () => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => (await request(app).get(base)).text.match(/nonce="([^"]+)"/)?.[1]),
  );
  expect(new Set(nonces).size).toBe(3);
  expect(nonces.every((nonce) => nonce && nonce.length >= 22)).toBe(true);
});

test('the root leads to the base path', async () => {
  await request(app).get('/').expect(302).expect('Location', `${base}/`);
});

test.each([
  '/favicon.ico',
  '/app',
  '/app/',
  '/app/other',
  `${base}x`,
  '/mock/',
  '/APP/subscriber-feedback',
  '/restaurant',
])('%s is a small 404', async (path) => {
  const res = await request(app).get(path).expect(404);
  expect(res.headers['cache-control']).toBe('no-store');
  expect(res.text.length).toBeLessThan(100);
});

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])(
  '%s is refused everywhere, naming what is allowed',
  async (method) => {
    for (const path of ['/', base, '/rest/x', '/nothing']) {
      const res = await request(app)[method.toLowerCase() as 'put'](path).expect(405);
      expect(res.headers.allow).toBe('GET, HEAD, POST');
    }
  },
);

test('the page takes no POST', async () => {
  await request(app).post(`${base}/1/daily/contact`).expect(405).expect('Allow', 'GET, HEAD');
  await request(app).post(clientFiles.document.script).expect(405).expect('Allow', 'GET, HEAD');
});

test('the answer does not say what it is made with', async () => {
  const res = await request(app).get(base);
  expect(res.headers['x-powered-by']).toBeUndefined();
});
