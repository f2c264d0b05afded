import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { startBackend } from '../support/hostBackend.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig, nowhere } from '../support/hostConfig.ts';

const brief = '/rest/subscriber-feedback/briefs/daily';
const submit = '/rest/subscriber-feedback/form-submit';

function appFor(backendUrl: string, env = {}) {
  return createApp(hostConfig(backendUrl, env), clientFiles);
}

test('a call reaches the backend as it was made and its answer comes back', async () => {
  const backend = await startBackend();
  const res = await request(appFor(backend.url)).get(`${brief}?a=%20b`).expect(200);
  expect(res.body).toEqual({ name: 'daily', fullName: 'The Daily' });
  expect(backend.received).toMatchObject([{ method: 'GET', url: `${brief}?a=%20b` }]);
});

test('a submission arrives with its body and its type', async () => {
  const backend = await startBackend();
  const body = { text: 'Grüße 👋' };
  await request(appFor(backend.url)).post(submit).send(body).expect(200);
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual(body);
  expect(backend.received[0]?.headers['content-type']).toBe('application/json');
});

test('a base path of the backend is kept', async () => {
  const backend = await startBackend();
  await request(appFor(`${backend.url}/staff/`))
    .get(brief)
    .expect(200);
  expect(backend.received[0]?.url).toBe(`/staff${brief}`);
});

test('only the configured paths are passed on', async () => {
  const backend = await startBackend();
  const app = appFor(backend.url, { PROXY_PATHS: '/rest' });
  for (const path of ['/jsp/logout.jsp', '/restaurant', '/app/../rest', '/REST/a']) {
    const res = await request(app).get(path);
    expect([400, 404]).toContain(res.status);
  }
  expect(backend.received).toEqual([]);
});

test('the backend is told the id that the browser gets', async () => {
  const backend = await startBackend();
  const res = await request(appFor(backend.url)).get(brief);
  expect(res.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(backend.received[0]?.headers['x-request-id']).toBe(res.headers['x-request-id']);
});

test('calls share a connection', async () => {
  const backend = await startBackend();
  const app = appFor(backend.url);
  for (let call = 0; call < 3; call++) await request(app).get(brief).expect(200);
  expect(backend.connections()).toBe(1);
});

test('a backend that is down is a 502 that arrived nowhere', async () => {
  const res = await request(appFor(nowhere)).get(brief).expect(502);
  expect(res.body).toEqual({
    message: 'The service is not available at the moment.',
    requestId: res.headers['x-request-id'],
    mayHaveArrived: false,
  });
  expect(res.headers['cache-control']).toBe('no-store');
  expect(res.headers['content-type']).toMatch('application/json');
});

test('a backend whose name does not resolve is a 502 that arrived nowhere', async () => {
  const res = await request(appFor('http://backend.invalid')).post(submit).send({}).expect(502);
  expect(res.body.mayHaveArrived).toBe(false);
});

test('a backend that is silent is a 504 that may have arrived', async () => {
  const backend = await startBackend(() => {});
  const app = appFor(backend.url, { PROXY_TIMEOUT_MS: '100' });
  const res = await request(app).post(submit).send({}).expect(504);
  expect(res.body).toEqual({
    message: 'The service did not answer in time.',
    requestId: res.headers['x-request-id'],
    mayHaveArrived: true,
  });
});

test('a backend that breaks off before it answers is a 502 that may have arrived', async () => {
  const backend = await startBackend((req) => req.socket.destroy());
  const res = await request(appFor(backend.url)).post(submit).send({}).expect(502);
  expect(res.body.mayHaveArrived).toBe(true);
});

test('a failure names neither the backend nor the address that was asked for', async () => {
  const res = await request(appFor(nowhere)).get(`${brief}?secret`).expect(502);
  const whole = JSON.stringify(res.headers) + res.text;
  for (const word of ['127.0.0.1:1', 'localhost', 'daily', 'secret', 'ECONN']) {
    expect(whole).not.toMatch(word);
  }
});

test('a HEAD to a backend that is down has no body', async () => {
  const res = await request(appFor(nowhere)).head(brief).expect(502);
  expect(res.text).toBeUndefined();
});
