import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHost } from '../../server/startHost.ts';
import { clientFiles } from '../support/host/clientFiles.ts';
import { sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { testConfig, unreachableUrl } from '../support/host/testConfig.ts';

async function start(backendUrl: string, env = {}) {
  const host = await startHost(testConfig(backendUrl, env), clientFiles);
  onTestFinished(() => host.close());
  return host;
}

test('the URL of the host opens it', async () => {
  const host = await start(unreachableUrl);
  expect(host.url).toBe(`http://127.0.0.1:${host.port}`);
  const res = await fetch(`${host.url}/`);
  expect(res.url).toBe(`${host.url}/app/subscriber-feedback/`);
});

test('the URL of a host on all addresses contains localhost', async () => {
  const host = await start(unreachableUrl, { HOST: '0.0.0.0' });
  expect(host.url).toBe(`http://localhost:${host.port}`);
});

test('a port in use is reported', async () => {
  const { port } = await start(unreachableUrl);
  const second = startHost(testConfig(unreachableUrl, { PORT: String(port) }), clientFiles);
  await expect(second).rejects.toThrow(
    `PORT: port ${port} is in use. Stop the process that listens on it, or choose another port.`,
  );
});

test('close() waits for the request in flight, then connections are refused', async () => {
  let respond = () => {};
  const backend = await startBackend((_req, res) => {
    respond = () => res.end('{}');
    backend.server.emit('arrived');
  });
  const host = await startHost(testConfig(backend.url), clientFiles);
  const arrived = once(backend.server, 'arrived');
  const response = fetch(`${host.url}/rest/slow`);
  await arrived;
  const closed = host.close();
  respond();
  expect((await response).status).toBe(200);
  await closed;
  await expect(fetch(`${host.url}/`)).rejects.toThrow();
});

test('close() does not wait for idle connections', async () => {
  const host = await startHost(testConfig(unreachableUrl), clientFiles);
  const idle = connect(host.port, '127.0.0.1');
  await once(idle, 'connect');
  idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(idle, 'data');
  const ended = whenClosed(idle);
  await host.close();
  await ended;
});

test('CONNECT results in 405 with Allow, like any other unsupported method', async () => {
  const host = await start(unreachableUrl);
  const response = await sendRaw(host.port, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n');
  expect(response.status).toBe(405);
  expect(response.head).toMatch('\r\nAllow: GET, HEAD, POST\r\n');
});
