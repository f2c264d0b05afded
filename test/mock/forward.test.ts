import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendUntilClosed } from '../rawClient.ts';
import { startBackend } from '../startBackend.ts';
import { brief, startRawBackend } from '../startRawBackend.ts';
import { briefsPath, startTestObserver, submitPath } from './fixtures/startTestMock.ts';

/** Sends a head, and a body, through an observer to a backend. */
async function send(lines: string[], body = '', respond?: Parameters<typeof startRawBackend>[0]) {
  const backend = await startRawBackend(respond);
  const observer = await startTestObserver(`${backend.url}/prefix`);
  const { host, port } = new URL(observer.url);
  const head = lines.join('\r\n').replace('OWN', host);
  const received = await sendUntilClosed(Number(port), `${head}\r\n\r\n${body}`);
  return { ...observer, backend, received };
}

const getLine = `GET ${briefsPath}/a HTTP/1.1`;

test('a request is forwarded unchanged, with a Via header', async () => {
  const unchanged = [
    'x-ODD-case: two',
    'Cookie: a=1; b=2',
    'X-Twice: 1',
    'X-Twice: 2',
    'Content-Length: 4',
  ];
  const lines = [`POST ${submitPath}?a=%7e;&b HTTP/1.1`, 'Host: OWN', ...unchanged];
  const { backend } = await send([...lines, 'Connection: close'], 'body', (socket) =>
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'),
  );
  const [sent = ''] = backend.requests;
  expect(sent.split('\r\n').filter((line) => !/^connection:/i.test(line))).toEqual([
    `POST /prefix${submitPath}?a=%7e;&b HTTP/1.1`,
    `Host: ${new URL(backend.url).host}`,
    ...unchanged,
    'Via: 1.1 contract-observer',
    '',
    'body',
  ]);
});

test('a response is returned unchanged, even if it is wrong', async () => {
  const response = [
    'HTTP/1.1 299 Unusual Reason',
    'content-TYPE: text/plain',
    'Content-Type: text/html',
    'Set-Cookie: a=1',
    'Set-Cookie: b=2',
    'Content-Length: 4',
    '',
    '{no}',
  ].join('\r\n');
  const lines = [getLine, 'Host: a', 'Connection: close'];
  const { received } = await send(lines, '', (socket) => socket.write(response));
  expect(received.replace('Connection: close\r\n', '')).toBe(response);
});

test('a Connection header cannot remove the length of a body or the host', async () => {
  const smuggled = 'GET /admin HTTP/1.1\r\nHost: a\r\n\r\n';
  const lines = [
    getLine,
    'Host: a',
    'Connection: close, content-length, host',
    `Content-Length: ${smuggled.length}`,
  ];
  const { backend } = await send(lines, smuggled);
  expect(backend.requests).toHaveLength(1);
  expect(backend.requests[0]).toContain('\r\nHost: a\r\n');
});

test('the URL of a request line cannot name another host', async () => {
  const target = `http://other.example.com${briefsPath}/a?b=c`;
  const lines = [`GET ${target} HTTP/1.1`, 'Host: a', 'Connection: close'];
  const { backend } = await send(lines);
  expect(backend.requests[0]).toMatch(`GET /prefix${briefsPath}/a?b=c HTTP/1.1\r\n`);
});

test('a request that was forwarded ten times is closed, which ends a loop', async () => {
  const via = `Via: ${Array(10).fill('1.1 contract-observer').join(', ')}`;
  const { backend, entry } = await send([getLine, 'Host: a', via]);
  expect(await entry()).toMatchObject({ outcome: 'reset' });
  expect(backend.requests).toEqual([]);
});

test('a response is streamed, beginning with its head', async () => {
  const steps: (() => void)[] = [];
  const backend = await startBackend((_req, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders();
    steps.push(
      () => void res.write(brief.slice(0, 9)),
      () => void res.end(brief.slice(9)),
    );
  });
  const { url } = await startTestObserver(backend.url);
  const [response] = await once(get(`${url}${briefsPath}/daily`), 'response');
  for (const part of [brief.slice(0, 9), brief.slice(9)]) {
    steps.shift()?.();
    const [chunk] = await once(response, 'data');
    expect(String(chunk)).toBe(part);
  }
});

test('a client abort closes the backend’s connection', async () => {
  const backend = await startRawBackend(() => {});
  const { url, entry } = await startTestObserver(backend.url);
  const request = get(`${url}${briefsPath}/daily`).on('error', () => {});
  await expect.poll(() => backend.requests.length).toBe(1);
  request.destroy();
  await backend.whenAllClosed();
  expect(await entry()).toMatchObject({ outcome: 'client aborted' });
});

test('a body after a 204 does not close the client’s connection', async () => {
  const backend = await startRawBackend((socket) =>
    socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}'),
  );
  const { url, entries } = await startTestObserver(backend.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const id of ['first', 'second']) {
    const [response] = await once(get(`${url}${briefsPath}/${id}`, { agent }), 'response');
    expect(response.statusCode).toBe(204);
    response.resume();
    await once(response, 'close');
  }
  agent.destroy();
  await entries(2, { outcome: 'malformed' });
});

const unreachable = 'http://api.example.test';

/** Sends a request through an observer to a backend that cannot be reached without a proxy. */
async function observe(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { getBrief, entry } = await startTestObserver(unreachable);
  await getBrief('daily').catch(() => {});
  return entry();
}

test('a backend is reached through the proxy of the environment if Node.js is told to use it', async () => {
  const backend = await startBackend();
  const entry = await observe({ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: backend.url });
  expect(entry).toMatchObject({ status: 200, violations: [] });
  expect(backend.received).toMatchObject([{ url: `${unreachable}${briefsPath}/daily` }]);
});

test.each(
  Object.entries({
    'HTTP_PROXY is used only if NODE_USE_ENV_PROXY is 1.': '0',
    'The proxy is that of HTTP_PROXY, except for the hosts in NO_PROXY.': '1',
  }),
)('a proxy that does not connect is named in the reason: %s', async (sentence, isUsed) => {
  const { reason } = await observe({
    NODE_USE_ENV_PROXY: isUsed,
    HTTP_PROXY: 'http://127.0.0.1:9',
  });
  expect(reason).toMatch(/^No connection to the backend: /);
  expect(reason).toContain(` ${sentence}`);
});
