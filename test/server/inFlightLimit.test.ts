import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../server/config/config.ts';
import { openSocket, readResponse, sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { productionEnvironment } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

const get = (path: string, client = '192.0.2.1') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${client}\r\n\r\n`;
const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc';

/** Starts a backend that responds only on request. */
async function startPendingBackend() {
  const pending: ServerResponse[] = [];
  const backend = await startBackend((req, res) => {
    req.resume();
    pending.push(res);
  });
  const respond = () => {
    for (const res of pending.splice(0)) res.end('{}');
  };
  return { ...backend, pending, respond };
}

async function sendPending(port: number, request: string) {
  const socket = await openSocket(port);
  const response = readResponse(socket);
  socket.write(request);
  return { socket, response };
}

test('beyond MAX_IN_FLIGHT a request results in 503 with Retry-After, and only proxied ones do', async () => {
  const backend = await startPendingBackend();
  const host = await startTestHost(backend.url, { MAX_IN_FLIGHT: '3' });
  const requests = [get('/rest/a'), get('/rest/a'), post];
  const sent = await Promise.all(requests.map((request) => sendPending(host.port, request)));
  await waitFor(() => expect(backend.pending).toHaveLength(3));

  for (const request of [get('/rest/a'), post]) {
    const rejected = await sendRaw(host.port, request);
    expect(rejected.status).toBe(503);
    expect(rejected.head).toMatch(/\r\nretry-after: \d+\r\n/i);
  }
  for (const path of ['/health/live', '/health/ready', '/app/subscriber-feedback/']) {
    expect((await sendRaw(host.port, get(path))).status).toBe(200);
  }
  expect(backend.connectionCount()).toBe(3);

  backend.respond();
  for (const { response } of sent) expect((await response).status).toBe(200);
  const next = await sendPending(host.port, post);
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  backend.respond();
  expect((await next.response).status).toBe(200);
});

test('a POST counts as in flight after its client has disconnected', async () => {
  const backend = await startPendingBackend();
  const host = await startTestHost(backend.url, { MAX_IN_FLIGHT: '1' });
  const { socket } = await sendPending(host.port, post);
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  socket.destroy();
  for (let i = 0; i < 3; i++) expect((await sendRaw(host.port, post)).status).toBe(503);
  const responder = setInterval(backend.respond, 5);
  onTestFinished(() => clearInterval(responder));
  await expect.poll(async () => (await sendRaw(host.port, post)).status).toBe(200);
});

test('beyond MAX_IN_FLIGHT_PER_CLIENT only the requests of that client result in 503', async () => {
  const backend = await startPendingBackend();
  const env = { MAX_IN_FLIGHT_PER_CLIENT: '2', TRUSTED_PROXY_HOPS: '1' };
  const host = await startTestHost(backend.url, env);
  for (const _ of [1, 2]) await sendPending(host.port, get('/rest/a'));
  await waitFor(() => expect(backend.pending).toHaveLength(2));
  expect((await sendRaw(host.port, get('/rest/a'))).status).toBe(503);
  await sendPending(host.port, get('/rest/a', '192.0.2.2'));
  await waitFor(() => expect(backend.pending).toHaveLength(3));
});

test('IPv6 addresses of one /64 network count as one client', async () => {
  const backend = await startPendingBackend();
  const env = { MAX_IN_FLIGHT_PER_CLIENT: '1', TRUSTED_PROXY_HOPS: '1' };
  const host = await startTestHost(backend.url, env);
  await sendPending(host.port, get('/rest/a', '2001:db8::1'));
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  expect((await sendRaw(host.port, get('/rest/a', '2001:db8:0:0:ffff::2'))).status).toBe(503);
  await sendPending(host.port, get('/rest/a', '2001:db8:0:1::1'));
  await waitFor(() => expect(backend.pending).toHaveLength(2));
});

test.each([
  ['IPv4 addresses that a dual-stack proxy writes as IPv6', '::ffff:192.0.2.1', '::FFFF:c000:202'],
  ['IPv4 addresses with a port', '192.0.2.1:5000', '192.0.2.2:5000'],
  ['IPv6 addresses with a port', '[2001:db8::1]:5000', '[2001:db8:0:1::1]:5000'],
])('%s are different clients', async (_, one, other) => {
  const backend = await startPendingBackend();
  const env = { MAX_IN_FLIGHT_PER_CLIENT: '1', TRUSTED_PROXY_HOPS: '1' };
  const host = await startTestHost(backend.url, env);
  await sendPending(host.port, get('/rest/a', one));
  await waitFor(() => expect(backend.pending).toHaveLength(1));
  expect((await sendRaw(host.port, get('/rest/a', one))).status).toBe(503);
  await sendPending(host.port, get('/rest/a', other));
  await waitFor(() => expect(backend.pending).toHaveLength(2));
});

test('without trusted proxies all clients may share one address, so only MAX_IN_FLIGHT applies', () => {
  const parse = (env: Record<string, string>) => parseConfig({ ...productionEnvironment, ...env });
  expect(parse({})).toMatchObject({ maxInFlight: 1_000, maxInFlightPerClient: 1_000 });
  expect(parse({ MAX_IN_FLIGHT: '50' }).maxInFlightPerClient).toBe(50);
  expect(parse({ TRUSTED_PROXY_HOPS: '1' }).maxInFlightPerClient).toBe(100);
  expect(parse({ MAX_IN_FLIGHT_PER_CLIENT: '7' }).maxInFlightPerClient).toBe(7);
});
