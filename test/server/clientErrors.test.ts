import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { openSocket, sendOn, sendRaw, sendUntilClosed } from '../support/host/rawClient.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';
import { waitFor } from '../support/waitFor.ts';

const shortLimits = { headersTimeoutMs: 100, requestTimeoutMs: 200 };

async function start(limits = {}) {
  const { log, requests } = captureLog('info');
  const host = await startTestHost(unreachableUrl, { METRICS_PORT: '0' }, { log, limits });
  return { host, requests };
}

const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\n';

test.each([
  ['a malformed request line', 400, 'none', 'no request\r\n\r\n'],
  ['a request without a host', 400, 'GET', 'GET /rest/a HTTP/1.1\r\n\r\n'],
  ['incomplete headers', 408, 'none', 'GET / HTTP/1.1\r\nHost: a\r\n'],
  ['an incomplete body', 408, 'POST', `${post}Content-Length: 9\r\n\r\nhalf`],
  ['a malformed chunk', 400, 'POST', `${post}Transfer-Encoding: chunked\r\n\r\nz\r\n`],
  [
    'a large chunk extension',
    413,
    'POST',
    `${post}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n`,
  ],
  ['an unknown expectation', 417, 'GET', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\n'],
  ['CONNECT', 405, 'CONNECT', 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'],
  ['headers above 8 KiB', 431, 'none', `GET / HTTP/1.1\r\nX: ${'x'.repeat(8_200)}\r\n\r\n`],
])(
  '%s results in %i with problem details, the security headers, a log line and a metric',
  async (...row) => {
    const [, status, method, request] = row;
    const { host, requests } = await start(status === 408 ? shortLimits : {});
    const { head, ...response } = await sendRaw(host.port, request);
    expect(response.status).toBe(status);
    expect(head).toMatch(/\r\nstrict-transport-security: max-age=31536000/i);
    expect(head).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
    expect(head).toMatch(/\r\nx-content-type-options: nosniff/i);
    expect(head).toMatch(/\r\ncache-control: no-store/i);
    expect(head).toMatch(/^connection: close$/im);
    if (status === 405) expect(head).toMatch('\r\nAllow: GET, HEAD, POST\r\n');
    const [, id] = head.match(/\r\nx-request-id: (\S+)/i) ?? [];
    const [title, detail] = [expect.any(String), expect.stringMatching(/^[A-Z].+\.$/)];
    expect(JSON.parse(response.body)).toEqual({ title, status, detail, requestId: id });
    await waitFor(() => expect(requests()).toMatchObject([{ id, method, status }]));
    expect(await host.readMetrics()).toMatch(
      new RegExp(
        `http_request_duration_seconds_count\\{method="(?:${method}|other)",.*status="${status}"\\} 1`,
      ),
    );
  },
);

test('a connection that sends nothing leaves no log line', async () => {
  const { host, requests } = await start(shortLimits);
  await sendUntilClosed(host.port, '');
  expect(requests()).toEqual([]);
});

test('more than 100 headers result in 431', async () => {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  const request = (count: number) =>
    `GET /rest/a HTTP/1.1\r\nHost: a\r\n${'x: y\r\n'.repeat(count - 1)}\r\n`;
  expect((await sendRaw(host.port, request(100))).status).toBe(200);
  expect((await sendRaw(host.port, request(101))).status).toBe(431);
  expect(backend.requests).toHaveLength(1);
});

test('a request whose body is incomplete after its response gets no second response', async () => {
  const { host, requests } = await start(shortLimits);
  const bytes = 'POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf';
  const text = await sendUntilClosed(host.port, bytes);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
  expect(requests()).toHaveLength(1);
});

test('malformed bytes after a body that arrived after its response result in 400', async () => {
  const host = await startTestHost(unreachableUrl);
  const socket = await openSocket(host.port);
  const request = 'POST /none HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha';
  expect((await sendOn(socket, request)).status).toBe(404);
  expect((await sendOn(socket, 'lfno request\r\n\r\n')).status).toBe(400);
});
