import { expect, test } from 'vitest';
import { createLogDestination } from '../../server/runtime/logDestination.ts';
import { openSocket } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

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

test('dropped log lines are counted', async () => {
  const logDestination = { ...createLogDestination(), droppedCount: 7 };
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' }, { logDestination });
  const text = await (await fetchMetrics(host.metricsPort)).text();
  expect(text).toMatch(/^log_lines_dropped_total 7$/m);
});

test('requests that arrive together share one collection of the metrics', async () => {
  let collections = 0;
  const logDestination = {
    ...createLogDestination(),
    get droppedCount() {
      return collections++;
    },
  };
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' }, { logDestination });
  const socket = await openSocket(host.metricsPort ?? 0);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.write('GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(50));
  await waitFor(() => expect(received.match(/^log_lines_dropped_total /gm)).toHaveLength(50));
  expect(collections).toBe(1);
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

test('two hosts in one process have separate metrics', async () => {
  const first = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  const second = await startTestHost(unreachableUrl, { METRICS_PORT: '0' });
  await (await fetch(`${first.url}/`, { redirect: 'manual' })).text();
  const text = await (await fetchMetrics(second.metricsPort)).text();
  expect(text).not.toContain('route="/"');
});
