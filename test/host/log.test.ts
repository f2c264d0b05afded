import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientFiles } from '../clientFiles.ts';
import { get, openSocket, sendOn } from '../rawClient.ts';
import { type SocketHandler, sendBrief } from '../startRawBackend.ts';
import { logFieldTypes } from './fixtures/captureLog.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

const base = '/app/subscriber-feedback';

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

const routes = {
  '/': '/',
  [`${base}/`]: base,
  [`${base}/4711/daily/contact/?x`]: `${base}/{subscriberId}/{briefId}/contact`,
  [`${base}/4711/x`]: `${base}/*`,
  [clientFiles.script]: `${base}/assets/*`,
  '/jsp/logout.jsp': '/jsp/logout.jsp',
  '/rest/4711;x': '/rest/*',
  '/4711': 'none',
};

test('of a path, the log has the pattern', async () => {
  const { requests, close, send } = await startTestHost();
  for (const path of Object.keys(routes)) await send(get(path));
  await close();
  expect(requests().map(({ route }) => route)).toEqual(Object.values(routes));
});

/** Names of Datadog and Google Cloud Logging, and of objects of the Elastic Common Schema. */
const reservedNames =
  'date device host message service severity source status timestamp trace_id agent client cloud container destination event file http httpRequest log network observer process server url user';

test('no field of the log has a name that a log store gives a meaning of its own', () => {
  const names = Object.keys(logFieldTypes);
  expect(reservedNames.split(' ').filter((name) => names.includes(name))).toEqual([]);
});

test('health checks are logged only at the debug level', async () => {
  for (const LOG_LEVEL of ['info', 'debug']) {
    const { requests, close, send } = await startTestHost({ env: { LOG_LEVEL } });
    await send(get('/health/ready'));
    await close();
    expect(requests()).toHaveLength(LOG_LEVEL === 'debug' ? 1 : 0);
  }
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
    const { backend, text, close, send } = await startTestHost({ handler, env });
    for (const bytes of personalRequests) {
      const { head, body } = await send(bytes);
      expect(head + body).not.toContain(subscriberId);
    }
    backend.stop();
    await send(submission);
    await close();
    expect(text.length).toBeGreaterThan(personalRequests.length / 2);
    expect(text.join('')).not.toContain(subscriberId);
    const referers = backend.requests.join('').match(/^referer: .*$/gim) ?? [];
    expect(new Set(referers)).toEqual(new Set(['referer: https://feedback.test/']));
  },
);

const brokenFile = `${base}/assets/x.js`;

/** Starts a host whose file `x.js` has this body. */
function startHostWithFile(body: PropertyDescriptor) {
  const variant = { encoding: 'identity', etag: '"x"', body: Buffer.from('') } as const;
  const asset = [Object.defineProperty(variant, 'body', body)];
  return startTestHost({ files: { ...clientFiles, assets: new Map([[brokenFile, asset]]) } });
}

test('a 500 of the host has no header of the response that failed', async () => {
  const { send } = await startHostWithFile({ value: undefined });
  // The response has an ETag when its body is needed.
  const { status, headers } = await send(get(brokenFile, 'If-None-Match: "y"'));
  expect(status).toBe(500);
  expect(headers).not.toHaveProperty('etag');
});

test('an unhandled error after the head of a response closes its connection', async () => {
  // Only `end` rejects this body.
  const { send } = await startHostWithFile({ value: { length: 1 } });
  expect(await send(get(brokenFile))).toMatchObject({ truncated: true });
});

test('an unhandled error is logged without its message, which may contain the subscriber id', async () => {
  const { lines, send, text } = await startHostWithFile({
    get: () => {
      throw Object.assign(new Error(`no file for ${subscriberId}`), { code: 20 });
    },
  });
  const { body, headers } = await send(get(brokenFile));
  expect(JSON.parse(body)).toEqual({
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong.',
    requestId: headers['x-request-id'],
  });
  // The code of a DOMException is a number.
  const error = { name: 'Error', code: '20', stack: expect.any(Array) };
  expect(lines()[0]).toMatchObject({ level: 'error', msg: 'unhandled error', error });
  expect(text.join('')).not.toContain(subscriberId);
});
