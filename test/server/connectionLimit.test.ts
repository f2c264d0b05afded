import { once } from 'node:events';
import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { get, openSocket, sendOn, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { startPendingBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

const live = get('/health/live');
const half =
  'POST /rest/a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\nhalf';

test('beyond MAX_CONNECTIONS, the connection that has waited longest for its client is closed', async () => {
  const env = { MAX_CONNECTIONS: '3', METRICS_PORT: '0' };
  const host = await startTestHost(unreachableUrl, env);
  for (let i = 0; i < 3; i++) await sendRaw(host.port, live);
  const incomplete = await openSocket(host.port);
  const idle = await openSocket(host.port);
  await sendOn(idle, live);
  incomplete.write(half);
  // The host has read the headers.
  await once(incomplete, 'data');
  // No request, but Node.js restarts its keep-alive timeout.
  idle.write('\r\n');
  const silent = await openSocket(host.port);
  const closed: string[] = [];
  for (const [name, socket] of Object.entries({ idle, incomplete, silent })) {
    socket.resume().on('close', () => closed.push(name));
  }
  for (let i = 1; i <= 3; i++) {
    const socket = await openSocket(host.port);
    expect((await sendOn(socket, live)).status).toBe(200);
    await waitFor(() => expect(closed).toHaveLength(i));
  }
  expect(closed).toEqual(['idle', 'incomplete', 'silent']);
  expect(await host.readMetrics()).toMatch(/^http_connections_evicted_total 3$/m);
});

test('a connection whose request is at the backend is not closed', async () => {
  const backend = await startPendingBackend();
  const { log, requests } = captureLog('info');
  const host = await startTestHost(backend.url, { MAX_CONNECTIONS: '2' }, { log });
  const response = sendRaw(host.port, get('/rest/a'));
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  const silent = await Promise.all(Array.from({ length: 4 }, () => openSocket(host.port)));
  await Promise.all(silent.slice(0, 3).map((client) => whenClosed(client.resume())));
  expect((await sendRaw(host.port, live)).status).toBe(200);
  backend.respond();
  expect(await response).toMatchObject({ status: 200, truncated: false });
  await waitFor(() => expect(requests()).toMatchObject([{ status: 200 }]));
});
