import request from 'supertest';
import { expect, test } from 'vitest';
import { clientFiles, script } from '../support/host/clientFiles.ts';
import { createTestApp } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

const app = createTestApp(unreachableUrl);

function get(acceptEncoding: string) {
  return request(app).get(clientFiles.script).set('Accept-Encoding', acceptEncoding);
}

test('the script is served under the base path and cached for a year', async () => {
  const res = await get('br').set('Connection', 'keep-alive').expect(200);
  expect(clientFiles.script).toBe('/app/subscriber-feedback/assets/main-AB12.js');
  expect(res.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    connection: 'keep-alive',
  });
});

test('a stylesheet of a previous release is served as text/css', async () => {
  const res = await request(app).get('/app/subscriber-feedback/assets/main-OLD9.css').expect(200);
  expect(res.headers['content-type']).toBe('text/css; charset=utf-8');
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['*', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('"Accept-Encoding: %s" results in Content-Encoding %s', async (accepted, encoding) => {
  const res = await get(accepted).expect(200);
  expect(res.headers['content-encoding']).toBe(encoding);
  expect(res.headers.vary).toBe('Accept-Encoding');
  expect(Number(res.headers['content-length']) < script.length).toBe(encoding !== undefined);
  expect(res.text).toBe(script);
});

test('a long Accept-Encoding header, which takes milliseconds to parse, is ignored', async () => {
  const res = await get(`${'a,'.repeat(250)}br`).expect(200);
  expect(res.headers['content-encoding']).toBeUndefined();
});

test('a file that the browser has cached results in 304', async () => {
  const { headers } = await get('br');
  await get('br').set('If-None-Match', String(headers.etag)).expect(304);
  await get('gzip').set('If-None-Match', String(headers.etag)).expect(200);
});

test('HEAD returns the content length', async () => {
  const res = await request(app).head(clientFiles.script).set('Accept-Encoding', 'identity');
  expect(res.headers['content-length']).toBe(String(script.length));
});

test.each(['main-OLD1.js', 'main-AB12.js.br', '', 'a/b.js'])(
  'a missing file (%s) results in a short 404, not a document, and its connection is closed',
  async (name) => {
    const res = await request(app)
      .get(`/app/subscriber-feedback/assets/${name}`)
      .set('Connection', 'keep-alive')
      .expect(404, 'Not found.\n');
    expect(res.headers).toMatchObject({ 'cache-control': 'no-store', connection: 'close' });
  },
);
