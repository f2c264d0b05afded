import { expect, test } from 'vitest';
import { basePath } from '../../server/paths.ts';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost, type TestServices } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

function start(backendUrl = unreachableUrl, overrides: TestServices = {}) {
  return startTestHost(backendUrl, { METRICS_PORT: '0' }, overrides);
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

test('odd methods, statuses, paths and malformed requests share a few time series', async () => {
  const backend = await startRawBackend((socket) => {
    const status = backend.requests.at(-1)?.match(/\d{3}/)?.[0];
    socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
  });
  const { port, readMetrics } = await start(backend.url);
  for (const status of [299, 399, 499, 599]) await sendRaw(port, get(`/rest/${status}`));
  for (const method of ['PUT', 'PROPFIND', 'M-SEARCH', 'unknown']) {
    await sendRaw(port, get(`/${method}`).replace('GET', method));
  }
  await sendRaw(port, get(`${basePath}/1/a/contact`));
  await sendRaw(port, get('/jsp/a;1'));
  const series = (await readMetrics()).match(/^http_request_duration_seconds_count\{.*\} [1-9]/gm);
  const labels = (name: string) =>
    [...new Set(series?.map((line) => line.match(`${name}="([^"]+)"`)?.[1]))].sort();
  expect(labels('method')).toEqual(['GET', 'none', 'other']);
  expect(labels('status')).toEqual(['200', '2xx', '3xx', '400', '405', '4xx', '5xx']);
  const page = `${basePath}/{subscriberId}/{briefId}/contact`;
  expect(labels('route')).toEqual([page, '/jsp/*', '/rest/*', 'none']);
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
  const res = await fetch(metricsUrl);
  expect(res.headers.get('content-type')).toMatch('text/plain');
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
  expect((await fetch(new URL('/', metricsUrl))).status).toBe(404);
});

test('without METRICS_PORT the metrics are off', async () => {
  expect((await startTestHost(unreachableUrl)).metricsPort).toBeUndefined();
});

test('only counters have the suffix _total', async () => {
  const { readMetrics } = await start();
  expect((await readMetrics()).match(/^# TYPE \w+_total (?!counter)/gm)).toBeNull();
});
