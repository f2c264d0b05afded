import request from 'supertest';
import { expect, test } from 'vitest';
import { loadClientFiles } from '../../server/page/clientFiles.ts';
import { clientFiles, script, withBuiltClient } from '../support/host/clientFiles.ts';
import { createTestApp } from '../support/host/createTestApp.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

const app = createTestApp(unreachableUrl);
const scriptPath = clientFiles.script;

function get(path: string, acceptEncoding: string) {
  return request(app).get(path).set('Accept-Encoding', acceptEncoding);
}

test('the script is served under the base path and cached for a year', async () => {
  const res = await request(app).get(scriptPath).expect(200);
  expect(scriptPath).toBe('/app/subscriber-feedback/assets/main-AB12.js');
  expect(res.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(res.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(res.text).toBe(script);
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
  const res = await get(scriptPath, accepted).expect(200);
  expect(res.headers['content-encoding']).toBe(encoding);
  expect(res.headers.vary).toBe('Accept-Encoding');
  expect(Number(res.headers['content-length']) < script.length).toBe(encoding !== undefined);
  expect(res.text).toBe(script);
});

test('a long Accept-Encoding header, which takes milliseconds to parse, is ignored', async () => {
  const res = await get(scriptPath, `${'a,'.repeat(5_000)}br`).expect(200);
  expect(res.headers['content-encoding']).toBeUndefined();
});

test('a file that the browser has cached results in 304', async () => {
  const { headers } = await get(scriptPath, 'br').expect(200);
  const cached = await get(scriptPath, 'br').set('If-None-Match', String(headers.etag));
  expect(cached.status).toBe(304);
  const inOtherEncoding = await get(scriptPath, 'gzip').set('If-None-Match', String(headers.etag));
  expect(inOtherEncoding.status).toBe(200);
});

test('HEAD returns the content length without a body', async () => {
  const res = await request(app).head(scriptPath).set('Accept-Encoding', 'identity').expect(200);
  expect(res.headers['content-length']).toBe(String(script.length));
  expect(res.text).toBeUndefined();
});

test.each(['main-OLD1.js', 'main-AB12.js.br', '', '../manifest.json', 'a/b.js', '%2e%2e/x'])(
  'a missing file (%s) results in a short 404, not a document',
  async (name) => {
    const res = await request(app).get(`/app/subscriber-feedback/assets/${name}`);
    expect(res.status).toBe(404);
    expect(res.headers['cache-control']).toBe('no-store');
    if (name.startsWith('..')) return;
    expect(res.text).toBe('Not found.\n');
  },
);

test.each([
  [scriptPath, 200, 'keep-alive'],
  ['/app/subscriber-feedback/assets/main-OLD1.js', 404, 'close'],
])('%s is sent with status %i and "Connection: %s"', async (path, status, connection) => {
  const res = await request(app).get(path).set('Connection', 'keep-alive');
  expect(res.status).toBe(status);
  expect(res.headers.connection).toBe(connection);
});

test('a directory without a build is rejected', () => {
  withBuiltClient((directory) => {
    expect(() => loadClientFiles(`${directory}/assets`)).toThrow('No built client at');
  });
});
