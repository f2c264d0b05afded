import { once } from 'node:events';
import { Agent, METHODS, request, STATUS_CODES } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { basePath } from '../../server/paths.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

async function fetchMetrics(port: number | undefined, path = '/metrics') {
  return fetch(`http://127.0.0.1:${port}${path}`);
}

test('request durations are recorded by method, route pattern and status', async () => {
  const host = await startTestHost((await startBackend()).url, { METRICS_PORT: '0' });
  for (const id of ['a', 'b']) {
    await (await fetch(`${host.url}/rest/subscriber-feedback/briefs/${id}`)).text();
  }
  const res = await fetchMetrics(host.metricsPort);
  expect(res.headers.get('content-type')).toMatch('text/plain');
  const text = await res.text();
  const labels = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}",status="200"';
  expect(text).toContain(`http_request_duration_seconds_count{${labels}} 2`);
  expect(text).toMatch(/http_request_duration_seconds_bucket\{le="0\.1",/);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
});

test('unknown URLs share one time series', async () => {
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  for (let i = 0; i < 50; i++) await (await fetch(`${host.url}/guess/${i}`)).text();
  const text = await (await fetchMetrics(host.metricsPort)).text();
  expect(text.match(/http_request_duration_seconds_count/g)).toHaveLength(1);
});

test('2,000 requests with odd methods, statuses, paths and malformed forms share a few time series', async () => {
  const backend = await startBackend((req, res) =>
    res.writeHead(200 + (Number(req.url?.match(/\d+/)) % 800)).end(),
  );
  const host = await startTestHost(backend.url, { METRICS_PORT: '0' });
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => agent.destroy());
  const send = async (i: number) => {
    const path = [`/${i}`, `/rest/${i}`, `/jsp/a;${i}`, `${basePath}/${i}/a/contact`][i % 4];
    const method = i % 8 < 4 ? 'GET' : methods[i % methods.length];
    const req = request({ agent, port: host.port, path, method }).end();
    const [res] = await once(req, 'response');
    res.resume();
    await once(res, 'end');
  };
  await Promise.all(Array.from({ length: 1_900 }, (_, i) => send(i)));
  for (let i = 0; i < 100; i++) await sendRaw(host.port, `M${i} /${i} HTTP/1.1\r\n\r\n`);

  const text = await (await fetchMetrics(host.metricsPort)).text();
  const series = text.match(/^http_request_duration_seconds_count\{.*\}/gm) ?? [];
  const labels = (name: string) =>
    [...new Set(series.map((line) => line.match(`${name}="([^"]+)"`)?.[1]))].sort();
  expect(labels('method')).toEqual(['GET', 'HEAD', 'POST', 'none', 'other']);
  const unknownStatuses = labels('status').filter((status = '') => !STATUS_CODES[status]);
  expect(unknownStatuses).toEqual(['2xx', '3xx', '4xx', '5xx']);
  expect(labels('route')).toEqual([
    `${basePath}/{subscriberId}/{briefId}/contact`,
    '/jsp/*',
    '/rest/*',
    'none',
  ]);
  expect(series.length).toBeLessThan(150);
});

test('dropped log lines are counted', async () => {
  const logDestination = { ...createLogDestination(), droppedCount: 7 };
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' }, { logDestination });
  const text = await (await fetchMetrics(host.metricsPort)).text();
  expect(text).toMatch(/^log_lines_dropped_total 7$/m);
});

test('metrics are served on their own port and not on the public one', async () => {
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  expect(host.metricsPort).not.toBe(host.port);
  expect((await fetch(`${host.url}/metrics`)).status).toBe(404);
  expect((await fetchMetrics(host.metricsPort, '/')).status).toBe(404);
});

test('without METRICS_PORT the metrics are off', async () => {
  const host = await startTestHost(unreachableUrl);
  expect(host.metricsPort).toBeUndefined();
});

test('only counters have the suffix _total, and the version is that of the log', async () => {
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  const text = await (await fetchMetrics(host.metricsPort)).text();
  expect(text.match(/^# TYPE \w+_total (?!counter)/gm)).toBeNull();
  expect(text).toMatch(/^build_info\{version="development"\} 1$/m);
});

test('two hosts in one process have separate metrics', async () => {
  const first = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  const second = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  await (await fetch(`${first.url}/`, { redirect: 'manual' })).text();
  const text = await (await fetchMetrics(second.metricsPort)).text();
  expect(text).not.toContain('route="/"');
});
