import { expect, onTestFinished, test } from 'vitest';
import { get, openSocket, sendRaw } from '../support/host/rawClient.ts';
import { startPendingBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { waitFor } from '../support/waitFor.ts';

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';

test('beyond MAX_IN_FLIGHT a request results in 503 with Retry-After, and only proxied ones do', async () => {
  const backend = await startPendingBackend();
  const host = await startTestHost(backend.url, { MAX_IN_FLIGHT: '3' });
  const requests = [get('/rest/a'), get('/rest/a'), post];
  const sent = requests.map((request) => sendRaw(host.port, request));
  await waitFor(() => expect(backend.pending).toHaveLength(3));

  for (const request of [get('/rest/a'), post]) {
    const rejected = await sendRaw(host.port, request);
    expect(rejected.status).toBe(503);
    expect(rejected.head).toMatch(/\r\nretry-after: \d+\r\n/i);
  }
  for (const path of ['/health/ready', '/app/subscriber-feedback/']) {
    expect((await sendRaw(host.port, get(path))).status).toBe(200);
  }
  expect(backend.connectionCount()).toBe(3);

  backend.respond();
  for (const response of sent) expect((await response).status).toBe(200);
  const next = sendRaw(host.port, post);
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  backend.respond();
  expect((await next).status).toBe(200);
});

test('a POST counts as in flight after its client has disconnected', async () => {
  const backend = await startPendingBackend();
  const host = await startTestHost(backend.url, { MAX_IN_FLIGHT: '1' });
  const socket = await openSocket(host.port);
  socket.write(post);
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  socket.destroy();
  for (let i = 0; i < 3; i++) expect((await sendRaw(host.port, post)).status).toBe(503);
  const responder = setInterval(backend.respond, 5);
  onTestFinished(() => clearInterval(responder));
  await expect.poll(async () => (await sendRaw(host.port, post)).status).toBe(200);
});
