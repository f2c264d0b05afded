import request from 'supertest';
import { expect, test } from 'vitest';
import { startBackend } from '../support/host/startBackend.ts';
import { createTestApp } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

const brief = '/rest/subscriber-feedback/briefs/daily';

test('a request is forwarded unchanged, with the request id that the client receives', async () => {
  const backend = await startBackend();
  const res = await request(createTestApp(backend.url)).get(`${brief}?a=%20b`).expect(200);
  expect(res.body).toEqual({ name: 'daily', fullName: 'The Daily' });
  expect(backend.received).toMatchObject([{ method: 'GET', url: `${brief}?a=%20b` }]);
  expect(backend.received[0]?.headers['x-request-id']).toBe(res.headers['x-request-id']);
});

test('a path in BACKEND_URL is kept', async () => {
  const backend = await startBackend();
  await request(createTestApp(`${backend.url}/staff/`))
    .get(brief)
    .expect(200);
  expect(backend.received[0]?.url).toBe(`/staff${brief}`);
});

test('only the configured paths are proxied', async () => {
  const backend = await startBackend();
  const app = createTestApp(backend.url, { PROXY_PATHS: '/rest' });
  for (const path of ['/jsp/logout.jsp', '/restaurant', '/REST/a']) {
    await request(app).get(path).expect(404);
  }
  expect(backend.received).toEqual([]);
});

test('a backend that refuses connections results in a 502 that reveals neither it nor the URL', async () => {
  const get = request(createTestApp(unreachableUrl)).get(`${brief}?secret`);
  const { headers, body } = await get.expect(502);
  expect(body).toEqual({
    title: 'Bad Gateway',
    status: 502,
    detail: 'The service is not available at the moment.',
    requestId: headers['x-request-id'],
    mayHaveArrived: false,
  });
  expect(JSON.stringify(headers)).not.toMatch(/127\.0\.0\.1:1|localhost|daily|secret|ECONN/);
});

test('a request that BACKEND_URL leads back to the host results in 502, and is not forwarded again', async () => {
  let count = 0;
  const { url } = await startHttpServer((req, res) => {
    count++;
    app(req, res);
  });
  const app = createTestApp(url);
  await request(url).get(brief).expect(502);
  expect(count).toBe(2);
});
