import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { waitFor } from '../waitFor.ts';
import { captureLog, logFieldTypes } from './fixtures/captureLog.ts';
import { clientFiles } from './fixtures/clientFiles.ts';
import { get, openSocket, sendOn, sendRaw } from './fixtures/rawClient.ts';
import { type SocketHandler, sendBrief } from './fixtures/startRawBackend.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.useRealTimers());

const base = '/app/subscriber-feedback';
const withMetrics = { METRICS_PORT: '0' };

test('each request is logged in one line, with the id that the client received', async () => {
  const { port, requests, close } = await startTestHost();
  const client = await openSocket(port);
  await sendOn(client, get('/health/live'));
  const { head, body } = await sendOn(client, get('/rest/subscriber-feedback/briefs/daily?x=y'));
  await close();
  expect(requests()).toEqual([
    {
      level: 'info',
      version: 'development',
      time: expect.stringMatching(/^20\d\d-.*Z$/),
      id: head.match(/^x-request-id: (.+)$/im)?.[1],
      method: 'GET',
      route: '/rest/subscriber-feedback/briefs/{briefId}',
      statusCode: 200,
      outcome: 'completed',
      ms: expect.any(Number),
      bytes: head.length + 4 + body.length,
      msg: 'request',
    },
  ]);
});

test.each([
  ['/', '/'],
  [`${base}/`, base],
  [`${base}/4711/daily/contact/?x`, `${base}/{subscriberId}/{briefId}/contact`],
  [`${base}/4711/x`, `${base}/*`],
  [clientFiles.script, `${base}/assets/*`],
  ['/jsp/logout.jsp', '/jsp/logout.jsp'],
  ['/rest/4711;x', '/rest/*'],
  ['/4711', 'none'],
])('%s is logged as %s', async (path, route) => {
  const { port, requests, close } = await startTestHost();
  await sendRaw(port, get(path));
  await close();
  expect(requests()).toMatchObject([{ route }]);
});

const head = 'HTTP/1.1 201 Created\r\nContent-Length: 3\r\n\r\n';

// biome-ignore format: rows of short values
test.each([
  { what: 'is complete', sent: `${head}abc`, leaves: false, statusCode: 201, outcome: 'completed' },
  { what: 'replaces one of a failed backend', sent: '', leaves: false, statusCode: 502, outcome: 'completed' },
  { what: 'the backend breaks off', sent: `${head}a`, leaves: false, statusCode: 201, outcome: 'broken' },
  { what: 'its client does not wait for', sent: '', leaves: true, statusCode: undefined, outcome: 'aborted' },
  { what: 'its client breaks off', sent: `${head}a`, leaves: true, statusCode: 201, outcome: 'aborted' },
])(
  'a response that $what is logged with the number $statusCode and the outcome $outcome',
  async ({ sent, leaves, statusCode, outcome }) => {
    const { backend, port, requests } = await startTestHost({
      handler: (socket) => (leaves ? socket.write(sent) : socket.end(sent)),
    });
    const client = await openSocket(port);
    client.write(get('/rest/a'));
    await (sent === '' ? backend.whenRequested() : once(client, 'data'));
    if (leaves) client.destroy();
    await waitFor(() => expect(requests()).toHaveLength(1));
    expect(requests().map((line) => [line.statusCode, line.outcome])).toEqual([
      [statusCode, outcome],
    ]);
  },
);

/** Names of Datadog and Google Cloud Logging, and of objects of the Elastic Common Schema. */
const reservedNames =
  'date device host message service severity source status timestamp trace_id agent client cloud container destination event file http httpRequest log network observer process server url user';

test('no field of the log has a name that a log store gives a meaning of its own', () => {
  const names = Object.keys(logFieldTypes);
  expect(reservedNames.split(' ').filter((name) => names.includes(name))).toEqual([]);
});

test('health checks are logged only at the debug level', async () => {
  for (const LOG_LEVEL of ['info', 'debug']) {
    const { port, requests, close } = await startTestHost({ env: { LOG_LEVEL } });
    await sendRaw(port, get('/health/ready'));
    await close();
    expect(requests()).toHaveLength(LOG_LEVEL === 'debug' ? 1 : 0);
  }
});

test('odd methods, statuses, paths and malformed requests share a few time series', async () => {
  const { backend, port, readMetrics } = await startTestHost({
    env: withMetrics,
    handler: (socket) => {
      const status = backend.requests.at(-1)?.match(/\d{3}/)?.[0];
      socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`);
    },
  });
  for (const status of [299, 399, 499, 599]) await sendRaw(port, get(`/rest/${status}`));
  for (const method of ['PUT', 'PROPFIND', 'M-SEARCH', 'unknown']) {
    await sendRaw(port, get(`/${method}`).replace('GET', method));
  }
  await sendRaw(port, get(`${base}/1/a/contact`));
  await sendRaw(port, get('/jsp/a;1'));
  const series = (await readMetrics()).match(/^http_request_duration_seconds_count\{.*\} [1-9]/gm);
  const labels = (name: string) =>
    [...new Set(series?.map((line) => line.match(`${name}="([^"]+)"`)?.[1]))].sort();
  expect(labels('method')).toEqual(['GET', 'none', 'other']);
  expect(labels('status')).toEqual(['200', '2xx', '3xx', '400', '405', '4xx', '5xx']);
  const page = `${base}/{subscriberId}/{briefId}/contact`;
  expect(labels('route')).toEqual([page, '/jsp/*', '/rest/*', 'none']);
});

test('the failures of the page and of the contract are counted from 0', async () => {
  const text = await (await startTestHost({ env: withMetrics })).readMetrics();
  const route = '/rest/subscriber-feedback/form-submit';
  for (const status of ['500', '502', '503', '504', 'broken']) {
    expect(text).toContain(`_count{method="POST",route="${route}",status="${status}"} 0\n`);
  }
  // And the other outcomes of the brief and of the submission, which alerts compare with those.
  expect(text.match(/^http_request_duration_seconds_count\{.*\} 0$/gm)).toHaveLength(6 * 5 + 3 + 4);
});

test('metrics are served on a port of their own, with the number of dropped log lines', async () => {
  const logDestination = { ...captureLog().logDestination, droppedCount: 7 };
  const {
    port,
    metricsPort = 0,
    readMetrics,
  } = await startTestHost({
    env: withMetrics,
    logDestination,
  });
  await readMetrics();
  expect(await readMetrics()).toMatch(/^log_lines_dropped_total 7$/m);
  expect((await sendRaw(port, get('/metrics'))).status).toBe(404);
  expect((await sendRaw(metricsPort, get('/'))).status).toBe(404);
  expect((await startTestHost()).metricsPort).toBeUndefined();
});

/** A subscriber id that only the backend may receive. */
const subscriberId = `subscriber-${randomUUID()}`;
const page = `${base}/${subscriberId}/daily/contact`;
const headers = `Host: a\r\nReferer: https://feedback.test${page}\r\nCookie: s=${subscriberId}\r\n`;
const submission = `POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\n${headers}Content-Length: ${subscriberId.length}\r\n\r\n${subscriberId}`;

const personalRequests = [
  page,
  `${base}/assets/${subscriberId}.js`,
  `/rest/subscriber-feedback/briefs/${subscriberId}`,
  `/rest/${subscriberId};x`,
  `http://[${subscriberId}`,
  `/health/live?${subscriberId}`,
]
  .map((path) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`)
  .concat([
    submission,
    submission.replace(/Content-Length: \d+/, 'Content-Length: 99999'),
    submission.replace('Host: a', `Host: a/${subscriberId}`),
    submission.replace('HTTP/1.1', `HTTP/1.1 ${subscriberId}`),
    submission.replace('Cookie:', `Cookie ${subscriberId}`),
  ]);

test.each<[string, SocketHandler]>([
  ['responds', sendBrief],
  ['never responds', () => {}],
  ['sends invalid HTTP', (socket) => socket.end('invalid\r\n\r\n')],
])(
  'with a backend that %s, no log line, no response and no Referer contains the subscriber id',
  async (_name, handler) => {
    const env = { PROXY_TIMEOUT_MS: '50', LOG_LEVEL: 'trace' };
    const { backend, port, text, close } = await startTestHost({ handler, env });
    for (const bytes of personalRequests) {
      const { head, body } = await sendRaw(port, bytes);
      expect(head + body).not.toContain(subscriberId);
    }
    backend.stop();
    await sendRaw(port, submission);
    await close();
    expect(text.length).toBeGreaterThan(personalRequests.length / 2);
    expect(text.join('')).not.toContain(subscriberId);
    const referers = backend.requests.join('').match(/^referer: .*$/gim) ?? [];
    expect(new Set(referers)).toEqual(new Set(['referer: https://feedback.test/']));
  },
);

/** The client's files, and `assets/x.js` with this body. */
function filesWith(body: PropertyDescriptor): typeof clientFiles {
  const variant = { encoding: 'identity', etag: '"x"', body: Buffer.from('') } as const;
  const asset = [Object.defineProperty(variant, 'body', body)];
  return { ...clientFiles, assets: new Map([[`${base}/assets/x.js`, asset]]) };
}

test('a 500 of the host has no header of the response that failed', async () => {
  const { url } = await startTestHost({ files: filesWith({ value: undefined }) });
  // The response has an ETag when its body is needed.
  const headers = { 'If-None-Match': '"y"' };
  const res = await fetch(`${url}${base}/assets/x.js`, { headers });
  expect(res.status).toBe(500);
  expect([...res.headers.keys()]).not.toContain('etag');
});

test('an unhandled error after the head of a response closes its connection', async () => {
  // Only `end` rejects this body.
  const { url } = await startTestHost({ files: filesWith({ value: { length: 1 } }) });
  await expect(fetch(`${url}${base}/assets/x.js`)).rejects.toThrow('fetch failed');
});

test('an unhandled error is logged without its message, which may contain the subscriber id', async () => {
  const get = () => {
    throw Object.assign(new Error(`no file for ${subscriberId}`), { code: 20 });
  };
  const { url, lines, text } = await startTestHost({ files: filesWith({ get }) });
  const res = await fetch(`${url}${base}/assets/x.js`);
  expect(await res.json()).toEqual({
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong.',
    requestId: res.headers.get('x-request-id'),
  });
  // The code of a DOMException is a number.
  const error = { name: 'Error', code: '20', stack: expect.any(Array) };
  expect(lines()[0]).toMatchObject({ level: 'error', msg: 'unhandled error', error });
  expect(text.join('')).not.toContain(subscriberId);
});
