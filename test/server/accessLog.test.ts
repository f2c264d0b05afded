import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { clientFiles } from '../support/host/clientFiles.ts';
import { get, openSocket, whenClosed } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

const base = '/app/subscriber-feedback';

test('each request is logged in one line, with the id that the client received', async () => {
  const { log, requests } = captureLog('info');
  const host = await startTestHost((await startBackend()).url, {}, { log });
  const res = await fetch(`${host.url}/rest/subscriber-feedback/briefs/daily?x=y`);
  await res.text();
  await host.close();
  expect(requests()).toEqual([
    {
      level: 'info',
      version: 'development',
      time: expect.stringMatching(/^20\d\d-.*Z$/),
      id: res.headers.get('x-request-id'),
      method: 'GET',
      route: '/rest/subscriber-feedback/briefs/{briefId}',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      msg: 'request',
    },
  ]);
  expect(requests()[0]?.bytes).toBeGreaterThan(40);
});

const routes: [string, string][] = [
  ['/', '/'],
  [`${base}/`, base],
  [`${base}/4711/daily/contact/?x`, `${base}/{subscriberId}/{briefId}/contact`],
  [`${base}/4711/x`, `${base}/*`],
  [clientFiles.script, `${base}/assets/*`],
  ['/jsp/logout.jsp', '/jsp/logout.jsp'],
  ['/rest/4711;x', '/rest/*'],
  ['/health/ready', '/health/ready'],
  ['/4711', 'none'],
];

test.each(routes)('%s is logged as %s', async (path, route) => {
  const { log, requests } = captureLog();
  const host = await startTestHost(unreachableUrl, {}, { log });
  await (await fetch(host.url + path, { redirect: 'manual' })).text();
  await host.close();
  expect(requests()).toMatchObject([{ route }]);
});

test('health checks are logged only at the debug level', async () => {
  const { log, requests } = captureLog('info');
  const host = await startTestHost(unreachableUrl, {}, { log });
  await (await fetch(`${host.url}/health/live`)).text();
  await host.close();
  expect(requests()).toEqual([]);
});

test('a request whose client disconnects is logged as aborted', async () => {
  const { log, requests } = captureLog();
  const backend = await startRawBackend(() => client.destroy());
  const host = await startTestHost(backend.url, {}, { log });
  const client = await openSocket(host.port);
  client.write(get('/rest/a'));
  await whenClosed(client);
  await backend.whenAllClosed();
  await host.close();
  expect(requests()).toMatchObject([{ level: 'info', status: 'aborted', route: '/rest/*' }]);
});

test('a POST whose client closes the connection within its body is logged as aborted', async () => {
  const { log, requests } = captureLog();
  const host = await startTestHost(unreachableUrl, {}, { log });
  const client = await openSocket(host.port);
  client.resume().end('POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
  await whenClosed(client);
  await host.close();
  expect(requests()).toMatchObject([{ level: 'info', status: 'aborted' }]);
});

test('a call that times out because its client does not read is the abort of the client', async () => {
  const { log, requests } = captureLog();
  const backend = await startRawBackend((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${2 ** 25}\r\n\r\n`);
    socket.write(Buffer.alloc(2 ** 25));
  });
  const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '2000' }, { log });
  const client = await openSocket(host.port);
  client.pause().write(get('/rest/a'));
  await backend.whenAllClosed();
  await waitFor(() => expect(requests()).toMatchObject([{ status: 'aborted' }]));
});
