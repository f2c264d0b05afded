import request from 'supertest';
import { expect, test } from 'vitest';
import { get } from '../rawClient.ts';
import { startBackend } from '../startBackend.ts';
import { createTestApp, startTestHost } from './fixtures/startTestHost.ts';

const brief = '/rest/subscriber-feedback/briefs/daily';

test('a request is forwarded unchanged, with the request id that the client receives', async () => {
  const backend = await startBackend();
  const app = createTestApp(`${backend.url}/staff/`);
  const res = await request(app).get(`${brief}?a=%20b`).expect(200);
  expect(res.body).toEqual({ name: 'daily', fullName: 'The Daily' });
  expect(backend.received).toMatchObject([{ method: 'GET', url: `/staff${brief}?a=%20b` }]);
  expect(backend.received[0]?.headers['x-request-id']).toBe(res.headers['x-request-id']);
});

test('the chunks of a body are forwarded in their order', async () => {
  const { backend, send } = await startTestHost();
  const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  await send(`${head}3\r\nabc\r\n3\r\ndef\r\n3\r\nghi\r\n0\r\n\r\n`);
  expect(backend.requests[0]).toMatch(/\r\n\r\nabcdefghi$/);
});

test('only the configured paths are proxied', async () => {
  const backend = await startBackend();
  const app = createTestApp(backend.url, { PROXY_PATHS: '/rest' });
  for (const path of ['/jsp/logout.jsp', '/restaurant', '/REST/a']) {
    await request(app).get(path).expect(404);
  }
  expect(backend.received).toEqual([]);
});

const host = '1.1 subscriber-feedback';
const withVia = (via: string) => get('/rest/a', `Via: ${via}`);

test.each([host, Array(9).fill('1.1 edge').join()])(
  'a request that has passed %s is forwarded, with the host behind it',
  async (via) => {
    const { backend, send } = await startTestHost();
    expect(await send(withVia(via))).toMatchObject({ status: 200 });
    expect(backend.requests[0]).toContain(`\r\nvia: ${via}, ${host}\r\n`);
  },
);

test('a request that has passed the host twice is not forwarded, logged and counted', async () => {
  const { backend, send, lines, readMetrics } = await startTestHost({ env: { METRICS_PORT: '0' } });
  expect(await readMetrics()).toMatch('\nproxy_loops_total 0\n');
  const { status, body } = await send(withVia(`${host}, 1.0 edge (a), ${host}`));
  expect({ status, ...JSON.parse(body) }).toMatchObject({ status: 508, mayHaveArrived: false });
  expect(await readMetrics()).toMatch('\nproxy_loops_total 1\n');
  const warning = { level: 'warn', msg: 'BACKEND_URL leads back to the host' };
  expect(lines().filter(({ level }) => level !== 'info')).toMatchObject([warning]);
  expect(backend.requests).toEqual([]);
});

test('a response without a length is complete when the backend closes the connection', async () => {
  const { send } = await startTestHost({
    handler: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"a":1}'),
  });
  const response = await send(get('/rest/a'));
  expect(response).toMatchObject({ body: expect.stringContaining('{"a":1}'), truncated: false });
});

const unusual = {
  'a control character in the reason phrase': '200 O\x01K\r\nContent-Length: 2',
  'a length behind 1,000 headers': `200 Fine\r\n${'a:\r\n'.repeat(1_000)}Content-Length: 2`,
  'bytes behind its length': '200 OK\r\nContent-Length: 2\r\n\r\n{}\n',
  '200 informational responses before it': `${'103 Hints\r\n\r\nHTTP/1.1 '.repeat(200)}200 OK`,
};

test.each(Object.entries(unusual))(
  'a response with %s is forwarded, with the reason phrase of its status',
  async (_name, head) => {
    const { send } = await startTestHost({
      handler: (socket) => socket.end(`HTTP/1.1 ${head}\r\n\r\n{}`, 'latin1'),
    });
    const response = await send(get('/rest/a'));
    expect(response.head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(response).toMatchObject({ body: expect.stringContaining('{}'), truncated: false });
  },
);

test('a compressed response is forwarded byte by byte', async () => {
  const sent = 'HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\n\x00\x80\xff';
  const { send } = await startTestHost({ handler: (socket) => socket.write(sent, 'latin1') });
  const { body, head } = await send(get('/rest/a'));
  expect(head).toMatch(/^content-encoding: br$/im);
  expect(body).toBe('\x00\x80\xff');
});
