import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { clientFiles } from '../support/host/clientFiles.ts';
import { openSocket, sendRaw, whenClosed } from '../support/host/rawClient.ts';
import { type SocketHandler, sendBrief, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

/** A subscriber id that only the backend may receive. */
const subscriberId = `subscriber-${randomUUID()}`;
const page = `/app/subscriber-feedback/${subscriberId}/daily/contact`;

const body = JSON.stringify({ briefId: 'daily', subscriberId, text: subscriberId });
const headers = `Host: a\r\nReferer: https://feedback.test${page}\r\nCookie: s=${subscriberId}\r\n`;
const submission = `POST /rest/subscriber-feedback/form-submit HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const read = (path: string) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;

const requests = [
  read(page),
  read(`/app/subscriber-feedback/assets/${subscriberId}.js`),
  read(`/${subscriberId}`),
  read(`/rest/subscriber-feedback/briefs/${subscriberId}`),
  read(`/rest/${subscriberId};x`),
  read(`http://[${subscriberId}`),
  read(`${page}\xff`),
  read(`/health/live?${subscriberId}`),
  submission,
  submission.replace('POST', 'GET'),
  submission.replace(/Content-Length: \d+/, 'Content-Length: 99999'),
  submission.replace('Cookie', 'Content-Encoding: gzip\r\nCookie'),
  submission.replace('Host: a', `Host: a/${subscriberId}`),
  submission.replace('HTTP/1.1', `HTTP/1.1 ${subscriberId}`),
  submission.replace('Cookie:', `Cookie ${subscriberId}`),
];

const handlers: Record<string, SocketHandler> = {
  responds: sendBrief,
  'never responds': () => {},
  'closes the connection mid-body': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
  'sends invalid HTTP': (socket) => socket.end('invalid\r\n\r\n'),
};

test.each(Object.entries(handlers))(
  'with a backend that %s, no log line, no error response and no Referer contains the subscriber id',
  async (_name, handler) => {
    const { log, text } = captureLog('trace');
    const backend = await startRawBackend(handler);
    const host = await startTestHost(backend.url, { PROXY_TIMEOUT_MS: '50' }, { log });
    for (const bytes of requests) {
      const { head, body } = await sendRaw(host.port, bytes);
      expect(head + body).not.toContain(subscriberId);
    }
    const client = await openSocket(host.port);
    client.write(submission);
    client.destroy();
    await whenClosed(client);
    backend.stop();
    await sendRaw(host.port, submission);
    await host.close();
    expect(text.length).toBeGreaterThan(requests.length / 2);
    expect(text.join('')).not.toContain(subscriberId);
    const referers = backend.requests.join('').match(/^referer: .*$/gim) ?? [];
    expect(referers.length).toBeGreaterThan(0);
    expect(referers.join()).not.toContain(subscriberId);
  },
);

test('an unhandled error whose message contains the subscriber id is logged without the message', async () => {
  const { log, lines, text } = captureLog('trace');
  const files = {
    ...clientFiles,
    assets: {
      get: () => {
        throw new Error(`no file for ${subscriberId}`);
      },
    } as unknown as typeof clientFiles.assets,
  };
  const { url } = await startTestHost(unreachableUrl, {}, { log }, files);
  const res = await request(url).get('/app/subscriber-feedback/assets/x.js').expect(500);
  expect(res.body).toEqual({
    title: 'Internal Server Error',
    status: 500,
    detail: 'Something went wrong.',
    requestId: expect.any(String),
  });
  const error = { name: 'Error', stack: expect.any(Array) };
  expect(lines()[0]).toMatchObject({ level: 'error', id: res.headers['x-request-id'], error });
  expect(text.join('')).not.toContain(subscriberId);
});
