import { expect, test } from 'vitest';
import { startBackend } from '../support/hostBackend.ts';
import { nowhere } from '../support/hostConfig.ts';
import { startTestHost } from '../support/hostStart.ts';

async function figures(port: number | undefined, path = '/metrics') {
  return fetch(`http://127.0.0.1:${port}${path}`);
}

test('requests are counted by method, route pattern and status, with their durations', async () => {
  const host = await startTestHost((await startBackend()).url, { METRICS_PORT: '0' });
  for (const id of ['a', 'b']) {
    await (await fetch(`${host.url}/rest/subscriber-feedback/briefs/${id}`)).text();
  }
  const res = await figures(host.metricsPort);
  expect(res.headers.get('content-type')).toMatch('text/plain');
  const text = await res.text();
  const labels = 'method="GET",route="/rest/subscriber-feedback/briefs/{briefId}",status="200"';
  expect(text).toContain(`http_request_duration_seconds_count{${labels}} 2`);
  expect(text).toMatch(/http_request_duration_seconds_bucket\{le="0\.1",/);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
});

test('however many addresses are asked for, they are counted as few', async () => {
  const host = await startTestHost(nowhere, { METRICS_PORT: '0' });
  for (let i = 0; i < 50; i++) await (await fetch(`${host.url}/guess/${i}`)).text();
  const text = await (await figures(host.metricsPort)).text();
  expect(text.match(/http_request_duration_seconds_count/g)).toHaveLength(1);
});

test('figures have a port of their own and are not served on the public one', async () => {
  const host = await startTestHost(nowhere, { METRICS_PORT: '0' });
  expect(host.metricsPort).not.toBe(host.port);
  expect((await fetch(`${host.url}/metrics`)).status).toBe(404);
  expect((await figures(host.metricsPort, '/')).status).toBe(404);
});

test('without a port for them figures are off', async () => {
  const host = await startTestHost(nowhere);
  expect(host.metricsPort).toBeUndefined();
});

test('two hosts may count in one process', async () => {
  const first = await startTestHost(nowhere, { METRICS_PORT: '0' });
  const second = await startTestHost(nowhere, { METRICS_PORT: '0' });
  await (await fetch(`${first.url}/`, { redirect: 'manual' })).text();
  const text = await (await figures(second.metricsPort)).text();
  expect(text).not.toContain('route="/"');
});
