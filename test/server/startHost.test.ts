import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startHost } from '../../server/startHost.ts';
import { startBackend } from '../support/hostBackend.ts';
import { clientFiles } from '../support/hostClientFiles.ts';
import { hostConfig, nowhere } from '../support/hostConfig.ts';
import { sendRaw, whenClosed } from '../support/hostRawClient.ts';

async function start(backendUrl: string, env = {}) {
  const host = await startHost(hostConfig(backendUrl, env), clientFiles);
  onTestFinished(() => host.close());
  return host;
}

test('the host says where it can be opened', async () => {
  const host = await start(nowhere);
  expect(host.url).toBe(`http://127.0.0.1:${host.port}`);
  const res = await fetch(`${host.url}/`);
  expect(res.url).toBe(`${host.url}/app/subscriber-feedback/`);
});

test('a host on all addresses is opened as localhost', async () => {
  const host = await start(nowhere, { HOST: '0.0.0.0' });
  expect(host.url).toBe(`http://localhost:${host.port}`);
});

test('a port in use is told in a sentence', async () => {
  const { port } = await start(nowhere);
  const second = startHost(hostConfig(nowhere, { PORT: String(port) }), clientFiles);
  await expect(second).rejects.toThrow(
    `Port ${port} is in use. Stop what listens there, or set PORT to another one.`,
  );
});

test('closing lets what is in flight finish and then refuses', async () => {
  let release = () => {};
  const backend = await startBackend((_req, res) => {
    release = () => res.end('{}');
    backend.server.emit('arrived');
  });
  const host = await startHost(hostConfig(backend.url), clientFiles);
  const arrived = once(backend.server, 'arrived');
  const answer = fetch(`${host.url}/rest/slow`);
  await arrived;
  const closed = host.close();
  release();
  expect((await answer).status).toBe(200);
  await closed;
  await expect(fetch(`${host.url}/`)).rejects.toThrow();
});

test('closing does not wait for idle connections', async () => {
  const host = await startHost(hostConfig(nowhere), clientFiles);
  const idle = connect(host.port, '127.0.0.1');
  await once(idle, 'connect');
  idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(idle, 'data');
  const ended = whenClosed(idle);
  await host.close();
  await ended;
});

test('CONNECT is refused like any other method, naming what is allowed', async () => {
  const host = await start(nowhere);
  const answer = await sendRaw(host.port, 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n');
  expect(answer.status).toBe(405);
  expect(answer.head).toMatch('\r\nAllow: GET, HEAD, POST\r\n');
});
