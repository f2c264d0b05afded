import { METHODS } from 'node:http';
import { expect, test } from 'vitest';
import { get, sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

async function start() {
  const backend = await startBackend();
  const { port } = await startTestHost(backend.url);
  return { backend, port };
}

test.each([
  '/rest/../jsp/a',
  '/rest/.',
  '/rest/%2e%2e/a',
  '/rest/a%2fb',
  '/rest/a%5Cb',
  '/rest/a\\b',
  '/rest/a%00b',
  '/rest/a;b=c',
  '/rest/a%3bb',
  '/rest//a',
  '//rest/a',
  '/rest/a%',
  '/rest/a%zz',
  '/rest/%c0%ae%c0%ae/a',
  '/rest/..%252fa',
  '/rest/a?b#c',
  '/rest/a?\u00e9',
  '/rest/a|b',
  'http://evil.example/rest/a',
  'http://[',
  '/rest/\ta',
  '/app/subscriber-feedback/\xff',
])('the target %s results in 400 before a connection to the backend is opened', async (target) => {
  const { backend, port } = await start();
  expect((await sendRaw(port, get(target))).status).toBe(400);
  expect(backend.connectionCount()).toBe(0);
});

test.each([
  "/rest/subscriber-feedback/briefs/a-b._~!$&'()*+,=:@c",
  '/rest/subscriber-feedback/briefs/{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
  '/rest/subscriber-feedback/briefs/caf%C3%A9',
  '/rest/subscriber-feedback/briefs/...',
  '/rest/a?x=..%2f;y//z\\',
])('%s is forwarded', async (target) => {
  const { backend, port } = await start();
  expect((await sendRaw(port, get(target))).status).toBe(200);
  expect(backend.received).toMatchObject([{ url: target }]);
});

const smuggled = get('/rest/smuggled');
const length = `Content-Length: ${smuggled.length}`;
const inChunks = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
const post = 'POST /rest/a HTTP/1.1\r\nHost: a\r\n';

test.each([
  ['Content-Length and Transfer-Encoding', `${post}${length}\r\nTransfer-Encoding: chunked`],
  ['two equal Content-Length headers', `${post}${length}\r\n${length}`],
  ['two values in Content-Length', `${post}${length}, ${smuggled.length}`],
  ['an encoding before chunked', `${post}Transfer-Encoding: gzip, chunked`],
  ['the encoding "chunked, chunked"', `${post}Transfer-Encoding: chunked, chunked`],
  ['the encoding identity', `${post}Transfer-Encoding: identity`],
  ['a space before a colon', `${post}Transfer-Encoding : chunked`],
  ['a folded header', `${post}X: y\r\n Transfer-Encoding: chunked`],
  ['a body in HTTP/1.0', 'POST /rest/a HTTP/1.0\r\nTransfer-Encoding: chunked'],
  ['two Content-Type headers', `${post}Content-Type: a/b\r\nContent-Type: a/c\r\n${length}`],
  ['a body on GET', `GET /rest/a HTTP/1.1\r\nHost: a\r\n${length}`],
  ['a chunked body on HEAD', 'HEAD /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked'],
  ['no Host', 'GET /rest/a HTTP/1.1'],
  ['two Host headers', 'GET /rest/a HTTP/1.1\r\nHost: a\r\nHost: b'],
  ['a Host with a path', 'GET /rest/a HTTP/1.1\r\nHost: a/b'],
  ['the version 0.9', 'GET /rest/a HTTP/0.9\r\nHost: a'],
  ['the version 2.0', 'GET /rest/a HTTP/2.0\r\nHost: a'],
  ['no version', 'GET /rest/a\r\nHost: a'],
])('%s results in 400, and nothing is forwarded', async (_name, head) => {
  const { backend, port } = await start();
  const body = head.endsWith('chunked') ? inChunks : smuggled;
  expect((await sendRaw(port, `${head}\r\n\r\n${body}`)).status).toBe(400);
  expect(backend.received).toEqual([]);
});

test('a request in a body is not sent as a request, for every method', async () => {
  const { backend, port } = await start();
  for (const method of METHODS) {
    const head = `${method} /rest/a HTTP/1.1\r\nHost: a\r\n`;
    await sendRaw(port, `${head}${length}\r\n\r\n${smuggled}`);
    await sendRaw(port, `${head}Transfer-Encoding: chunked\r\n\r\n${inChunks}`);
  }
  const forwarded = { method: 'POST', url: '/rest/a', body: smuggled };
  expect(backend.received).toMatchObject([forwarded, forwarded]);
});

test.each(['2\nxx\n0\n\n', '0x2\r\nxx\r\n0\r\n\r\n', '2\r\nxxx\r\n0\r\n\r\n', '-1\r\nxx'])(
  'the chunked body %j is not forwarded',
  async (chunks) => {
    const { backend, port } = await start();
    const { status } = await sendRaw(port, `${post}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
    expect(status).toBe(400);
    expect(backend.received).toEqual([]);
  },
);

test.each(['1/../contact', '..%252F..%252Fx', '1/a;b/c'])(
  'the mistyped page URL %s gets the not-found page',
  async (path) => {
    const { port } = await start();
    expect((await sendRaw(port, get(`/app/subscriber-feedback/${path}`))).status).toBe(404);
  },
);
