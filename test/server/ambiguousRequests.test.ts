import { expect, test } from 'vitest';
import { sendRaw } from '../support/host/rawClient.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

async function startProxied() {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  let connections = 0;
  return {
    host,
    /** Sends a raw request and returns the status, after checking that a rejected request was not forwarded. */
    async statusOf(request: string) {
      const before = backend.requests.length;
      const { status } = await sendRaw(host.port, request);
      connections += backend.sockets.size;
      if (status === 400) expect(backend.requests).toHaveLength(before);
      return status;
    },
    connections: () => connections,
  };
}

const targets = [
  '/rest/../jsp/a',
  '/rest/./a',
  '/rest/..',
  '/rest/%2e%2e/a',
  '/rest/%2E./a',
  '/rest/a%2fb',
  '/rest/a%2Fb',
  '/rest/a%5cb',
  '/rest/a\\b',
  '/rest\\..\\a',
  '/rest/a%00b',
  '/rest/a%0d%0ab',
  '/rest/a;b=c',
  '/rest/..;/manager',
  '/rest/a%3bb',
  '/rest//a',
  '//rest/a',
  '//evil.example/rest/a',
  '/rest/a%',
  '/rest/a%zz',
  '/rest/%c0%ae%c0%ae/a',
  '/rest/%ff',
  '/rest/..%252fa',
  '/rest/a#b',
  '/rest/a?b#c',
  '/rest/\u00e9',
  '/rest/a?\u00e9',
  '/rest/a|b',
  '/x/../rest/a',
  'http://evil.example/rest/a',
  'https://evil.example/rest/a',
  'http://[',
  '/rest/\ta',
  '/app/subscriber-feedback/\xff',
];

test('an ambiguous target results in 400 before a connection to the backend is opened', async () => {
  const { statusOf, connections } = await startProxied();
  for (const target of targets) {
    const status = await statusOf(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(`${target} ${status}`).toBe(`${target} 400`);
  }
  expect(connections()).toBe(0);
});

test.each([
  '/rest/subscriber-feedback/briefs/daily',
  "/rest/subscriber-feedback/briefs/a-b._~!$&'()*+,=:@c",
  '/rest/subscriber-feedback/briefs/{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
  '/rest/subscriber-feedback/briefs/%7B6F9619FF%7D',
  '/rest/subscriber-feedback/briefs/caf%C3%A9',
  '/rest/subscriber-feedback/briefs/...',
  '/rest/a?x=..%2f;y//z\\',
])('%s is forwarded', async (target) => {
  const { statusOf } = await startProxied();
  expect(await statusOf(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)).toBe(200);
});

const heads: Record<string, string> = {
  'Content-Length and Transfer-Encoding':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'two equal Content-Length headers':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx',
  'two values in Content-Length':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx',
  'a signed Content-Length': 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx',
  'a body on GET': 'GET /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
  'a chunked body on GET':
    'GET /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a body on HEAD': 'HEAD /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
  'an encoding before chunked':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  'two Transfer-Encoding headers':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'a chunked body in HTTP/1.0':
    'POST /rest/a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'no Host': 'GET /rest/a HTTP/1.1\r\n\r\n',
  'two Host headers': 'GET /rest/a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'a Host with a path': 'GET /rest/a HTTP/1.1\r\nHost: a/b\r\n\r\n',
  'a Host with a user': 'GET /rest/a HTTP/1.1\r\nHost: x@a\r\n\r\n',
  'two Content-Type headers':
    'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Type: text/a\r\nContent-Type: text/b\r\nContent-Length: 0\r\n\r\n',
};

test.each(Object.entries(heads))('%s results in 400', async (_name, request) => {
  const { statusOf } = await startProxied();
  expect(await statusOf(request)).toBe(400);
});

test('a rejected request gets the reason, and its connection is closed', async () => {
  const { host } = await startProxied();
  const { head, body } = await sendRaw(host.port, 'GET /rest/a;b HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(JSON.parse(body)).toEqual({
    title: 'Bad Request',
    status: 400,
    detail: 'The path contains a character that is not allowed.',
    requestId: expect.any(String),
  });
  expect(head).toMatch(/connection: close/i);
  expect(head).toMatch(/cache-control: no-store/i);
});

test('a mistyped page URL gets the not-found page', async () => {
  const { statusOf } = await startProxied();
  for (const path of ['1/../contact', '%2e%2e', '..%252F..%252Fx', '1/a;b/c', 'a'.repeat(7_000)]) {
    const target = `/app/subscriber-feedback/${path}`;
    expect(await statusOf(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`)).toBe(404);
  }
});
