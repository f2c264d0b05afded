import { once } from 'node:events';
import { Agent, METHODS, request, STATUS_CODES } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { basePath } from '../../server/paths.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import type { Services } from '../../server/services.ts';
import { sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

async function start(backendUrl = unreachableUrl, overrides: Partial<Services> = {}) {
  const { url, port, metricsPort } = await startTestHost(
    backendUrl,
    { METRICS_PORT: '0' },
    overrides,
  );
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  const readMetrics = async () => (await fetch(`${metricsUrl}/metrics`)).text();
  return { url, port, metricsUrl, readMetrics };
}

test('request durations are recorded by method, route pattern and status', async () => {
  const { url, readMetrics } = await start((await startBackend()).url);
  for (const id of ['a', 'b']) {
    await (await fetch(`${url}/rest/subscriber-feedback/briefs/${id}`)).text();
  }
  const text = await readMetrics();
  const labels = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}",status="200"';
  expect(text).toContain(`http_request_duration_seconds_count{${labels}} 2`);
  expect(text).toMatch(/http_request_duration_seconds_bucket\{le="0\.1",/);
});

test('850 requests with odd methods, statuses, paths and malformed forms share a few time series', async () => {
  const backend = await startBackend((req, res) =>
    res.writeHead(200 + (Number(req.url?.match(/\d+/)) % 800)).end(),
  );
  const { port, readMetrics } = await start(backend.url);
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  onTestFinished(() => agent.destroy());
  const send = async (i: number) => {
    const path = [`/${i}`, `/rest/${i}`, `/jsp/a;${i}`, `${basePath}/${i}/a/contact`][i % 4];
    const method = i % 8 < 4 ? 'GET' : methods[i % methods.length];
    const req = request({ agent, port, path, method }).end();
    const [res] = await once(req, 'response');
    res.resume();
    await once(res, 'end');
  };
  await Promise.all(Array.from({ length: 800 }, (_, i) => send(i)));
  for (let i = 0; i < 50; i++) await sendRaw(port, `M${i} /${i} HTTP/1.1\r\n\r\n`);

  const text = await readMetrics();
  const series = text.match(/^http_request_duration_seconds_count\{.*\} [1-9]/gm) ?? [];
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

test('the failures of the page and of the contract are counted from 0, because a new series has no increase', async () => {
  const { readMetrics } = await start();
  const text = await readMetrics();
  for (const status of ['500', '502', '503', '504', 'broken']) {
    const route = '/rest/subscriber-feedback/form-submit';
    const labels = `method="POST",route="${route}",status="${status}"`;
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} 0\n`);
  }
  expect(text.match(/^http_request_duration_seconds_count\{.*\} 0$/gm)).toHaveLength(6 * 5);
});

test('dropped log lines are counted', async () => {
  const logDestination = { ...createLogDestination(), droppedCount: 7 };
  const { readMetrics } = await start(unreachableUrl, { logDestination });
  expect(await readMetrics()).toMatch(/^log_lines_dropped_total 7$/m);
});

test('metrics are served on their own port and not on the public one', async () => {
  const { url, metricsUrl } = await start();
  const res = await fetch(`${metricsUrl}/metrics`);
  expect(res.headers.get('content-type')).toMatch('text/plain');
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsUrl)).status).toBe(404);
});

test('without METRICS_PORT the metrics are off', async () => {
  expect((await startTestHost(unreachableUrl)).metricsPort).toBeUndefined();
});

test('only counters have the suffix _total', async () => {
  const { readMetrics } = await start();
  expect((await readMetrics()).match(/^# TYPE \w+_total (?!counter)/gm)).toBeNull();
});
