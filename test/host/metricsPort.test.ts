import { EventEmitter, once } from 'node:events';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { createMetrics } from '../../server/runtime/metrics.ts';
import { get, openSocket, sendRaw, whenClosed } from '../rawClient.ts';
import { waitFor } from '../waitFor.ts';
import { captureLog } from './fixtures/captureLog.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const METRICS_PORT = '0';

async function startHostWithMetrics(options: Parameters<typeof startTestHost>[0] = {}) {
  const host = await startTestHost({ ...options, env: { METRICS_PORT, ...options.env } });
  const { metricsPort } = host;
  if (metricsPort === undefined) return expect.unreachable();
  return { ...host, metricsPort };
}

const health = {
  '/health/live': 'live\n',
  '/health/ready': 'ready\n',
  '/health/ready/?verbose': 'ready\n',
};

test.each(Object.entries(health))(
  'both ports respond to GET, HEAD and OPTIONS of %s, and reject other methods',
  async (path, body) => {
    const { port, metricsPort } = await startHostWithMetrics();
    for (const listening of [port, metricsPort]) {
      const client = request(`http://127.0.0.1:${listening}${path}`);
      const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
      expect(await client.get('')).toMatchObject({ status: 200, text: body, headers });
      expect(await client.head('')).toMatchObject({ status: 200, headers });
      expect(await client.options('')).toMatchObject({ status: 200, text: body, headers });
      const allow = { allow: 'GET, HEAD, OPTIONS' };
      for (const method of ['post', 'put', 'delete'] as const) {
        expect(await client[method]('')).toMatchObject({ status: 405, headers: allow });
      }
    }
  },
);

test('the check of HAProxy, OPTIONS without a Host, succeeds on both ports', async () => {
  const { port, metricsPort } = await startHostWithMetrics();
  for (const listening of [port, metricsPort]) {
    const check = await sendRaw(listening, 'OPTIONS /health/ready HTTP/1.0\r\n\r\n');
    expect(check).toMatchObject({ status: 200, body: 'ready\n' });
  }
});

test('metrics are read with GET or HEAD on the metrics port alone, which is off by default', async () => {
  expect((await startTestHost()).metricsPort).toBeUndefined();
  const { metricsPort, send } = await startHostWithMetrics();
  const client = request(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await client.head('')).toMatchObject({ status: 200 });
  expect(await client.post('')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await send(get('/metrics'))).toMatchObject({ status: 404 });
});

test('the number of dropped log lines is a metric', async () => {
  const logDestination = { ...captureLog().logDestination, droppedCount: 7 };
  const { readMetrics } = await startHostWithMetrics({ logDestination });
  await readMetrics();
  expect(await readMetrics()).toMatch(/^log_lines_dropped_total 7$/m);
});

test('odd methods, statuses, paths and malformed requests share a few time series', async () => {
  const { backend, send, readMetrics } = await startHostWithMetrics({
    handler: (socket) => {
      const status = backend.requests.at(-1)?.match(/\d{3}/)?.[0];
      socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
    },
  });
  for (const status of [299, 399, 499, 599]) await send(get(`/rest/${status}`));
  for (const method of ['POST', 'PUT', 'PROPFIND', 'M-SEARCH', 'unknown']) {
    await send(get('/').replace('GET', method));
  }
  // The host closes the connection, because the length is that of no body.
  await send('HEAD /none HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const series = (await readMetrics()).match(/^http_request_duration_seconds_count\{.*\} [1-9]/gm);
  const labels = (name: string) =>
    [...new Set(series?.map((line) => line.match(`${name}="([^"]+)"`)?.[1]))].sort();
  expect(labels('method')).toEqual(['GET', 'HEAD', 'POST', 'none', 'other']);
  expect(labels('status')).toEqual(['2xx', '3xx', '400', '404', '405', '4xx', '5xx']);
});

test('the failures of the page and of the contract are counted from 0', async () => {
  const text = await (await startHostWithMetrics()).readMetrics();
  const route = '/rest/subscriber-feedback/form-submit';
  for (const status of ['500', '502', '503', '504', 'broken']) {
    expect(text).toContain(`_count{method="POST",route="${route}",status="${status}"} 0\n`);
  }
  // And the other outcomes of the brief and of the submission, which alerts compare with those.
  expect(text.match(/^http_request_duration_seconds_count\{.*\} 0$/gm)).toHaveLength(6 * 5 + 3 + 4);
});

test('the metrics port serves nothing of the public port but its health', async () => {
  const { metricsPort, backend } = await startHostWithMetrics();
  for (const path of ['/', '/app/subscriber-feedback/', '/rest/a', '/health', '/metrics/live']) {
    expect(await sendRaw(metricsPort, get(path))).toMatchObject({ status: 404 });
  }
  expect(backend.requests).toEqual([]);
});

test('the metrics port reports a shutdown until the last request has ended', async () => {
  const { port, metricsPort, backend, close } = await startHostWithMetrics({
    env: { DRAIN_TIMEOUT_MS: '600000' },
    handler: () => {},
  });
  (await openSocket(port)).write(get('/rest/a'));
  await backend.whenRequested();
  const closed = close();
  // The public port no longer listens while it waits for the request.
  await waitFor(() => expect(openSocket(port)).rejects.toThrow('ECONNREFUSED'));
  expect(await sendRaw(metricsPort, get('/health/ready'))).toMatchObject({
    status: 503,
    body: 'shutting down\n',
  });
  expect(await sendRaw(metricsPort, get('/health/live'))).toMatchObject({ status: 200 });
  backend.recover();
  await closed;
});

test('beyond its limit, the metrics port closes the connection that has been idle longest', async () => {
  const { metricsPort, readMetrics } = await startHostWithMetrics({
    // Nothing else closes an idle connection before the test has failed.
    limits: { maxMetricsConnections: 2, headersTimeoutMs: 600_000, requestTimeoutMs: 600_000 },
  });
  const first = await openSocket(metricsPort);
  const closed = whenClosed(first.resume());
  await openSocket(metricsPort);
  expect(await sendRaw(metricsPort, get('/health/live'))).toMatchObject({ status: 200 });
  await closed;
  // They are not connections of clients.
  expect(await readMetrics()).toMatch(/^http_connections_evicted_total 0$/m);
});

test('beyond its limit, the metrics port keeps the connection of a scrape under way', async () => {
  const metrics = createMetrics(captureLog().logDestination, []);
  const collector = new EventEmitter();
  const collect = vi
    .spyOn(metrics.registry, 'metrics')
    .mockImplementation(() => once(collector, 'collected').then(() => 'up 1\n'));
  const { metricsPort } = await startHostWithMetrics({
    metrics,
    limits: { maxMetricsConnections: 2 },
  });
  const scraped = sendRaw(metricsPort, get('/metrics'));
  await waitFor(() => expect(collect).toHaveBeenCalled());
  const idle = await openSocket(metricsPort);
  const closed = whenClosed(idle.resume());
  expect(await sendRaw(metricsPort, get('/health/live'))).toMatchObject({ status: 200 });
  await closed;
  collector.emit('collected');
  expect((await scraped).body).toContain('up 1\n');
});
