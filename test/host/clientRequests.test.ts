import { once } from 'node:events';
import { METHODS } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import {
  get,
  openSocket,
  post,
  postHead,
  sendOn,
  sendUntilClosed,
  whenClosed,
} from '../rawClient.ts';
import { waitFor } from '../waitFor.ts';
import { startTestHost } from './fixtures/startTestHost.ts';

afterEach(() => void vi.restoreAllMocks());

const ambiguousTargets = [
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
  '/rest/%c0%ae%c0%ae/a',
  '/rest/..%252fa',
  '/rest/a?b#c',
  '/rest/a?\u00e9',
  '/rest/a|b',
  'http://evil.example/rest/a',
  'http://[',
  '/rest/\ta',
  '/app/subscriber-feedback/\xff',
];

test.each([
  "/rest/subscriber-feedback/briefs/a-b._~!$&'()*+,=:@c",
  '/rest/subscriber-feedback/briefs/{6F9619FF-8B86-D011-B42D-00C04FC964FF}',
  '/rest/subscriber-feedback/briefs/caf%C3%A9',
  '/rest/subscriber-feedback/briefs/...',
  '/rest/a?x=..%2f;y//z\\',
])('%s is forwarded', async (target) => {
  const { backend, send } = await startTestHost();
  expect(await send(get(target))).toMatchObject({ status: 200 });
  expect(backend.requests[0]).toContain(`GET ${target} HTTP/1.1\r\n`);
});

const smuggled = get('/rest/smuggled');
const length = `Content-Length: ${smuggled.length}`;
const inChunks = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`;
const chunkedPost = `${postHead}Transfer-Encoding: chunked\r\n\r\n`;

// biome-ignore format: rows of short values
const ambiguousHeads = {
  'Content-Length and Transfer-Encoding': `${postHead}${length}\r\nTransfer-Encoding: chunked`,
  'two equal Content-Length headers': `${postHead}${length}\r\n${length}`,
  'two values in Content-Length': `${postHead}${length}, ${smuggled.length}`,
  'an encoding before chunked': `${postHead}Transfer-Encoding: gzip, chunked`,
  'the encoding "chunked, chunked"': `${postHead}Transfer-Encoding: chunked, chunked`,
  'the encoding identity': `${postHead}Transfer-Encoding: identity`,
  'a space before a colon': `${postHead}Transfer-Encoding : chunked`,
  'a folded header': `${postHead}X: y\r\n Transfer-Encoding: chunked`,
  'a body in HTTP/1.0': 'POST /rest/a HTTP/1.0\r\nTransfer-Encoding: chunked',
  'two Content-Type headers': `${postHead}Content-Type: a/b\r\nContent-Type: a/c\r\n${length}`,
  'a body on GET': `GET /rest/a HTTP/1.1\r\nHost: a\r\n${length}`,
  'a chunked body on HEAD': 'HEAD /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked',
  'two Host headers': 'GET /rest/a HTTP/1.1\r\nHost: a\r\nHost: b',
  'a Host with a path': 'GET /rest/a HTTP/1.1\r\nHost: a/b',
  'the version 2.0': 'GET /rest/a HTTP/2.0\r\nHost: a',
  'no version': 'GET /rest/a\r\nHost: a',
};

const malformedChunks = [
  '2\nxx\n0\n\n',
  '0x2\r\nxx\r\n0\r\n\r\n',
  '2\r\nxxx\r\n0\r\n\r\n',
  '-1\r\nxx',
];

const rejected: Record<string, string> = {};
for (const target of ambiguousTargets) rejected[`the target ${target}`] = get(target);
for (const [name, head] of Object.entries(ambiguousHeads)) {
  rejected[name] = `${head}\r\n\r\n${head.endsWith('chunked') ? inChunks : smuggled}`;
}
for (const chunks of malformedChunks) rejected[`the chunks ${chunks}`] = chunkedPost + chunks;

test('what a backend could interpret differently results in 400, and is not forwarded', async () => {
  const { backend, send } = await startTestHost();
  const accepted: string[] = [];
  for (const [name, bytes] of Object.entries(rejected)) {
    if ((await send(bytes)).status !== 400) accepted.push(name);
  }
  expect(accepted).toEqual([]);
  expect(backend.requests).toEqual([]);
});

test('a request in a body is not sent as a request, for every method', async () => {
  const { backend, send } = await startTestHost();
  for (const method of METHODS) {
    const head = `${method} /rest/a HTTP/1.1\r\nHost: a\r\n`;
    await send(`${head}${length}\r\n\r\n${smuggled}`);
    await send(`${head}Transfer-Encoding: chunked\r\n\r\n${inChunks}`);
  }
  expect(backend.requests).toHaveLength(2);
  for (const request of backend.requests) {
    expect(request).toMatch(/^POST \/rest\/a /);
    expect(request.slice(-smuggled.length - 4)).toBe(`\r\n\r\n${smuggled}`);
  }
});

const connect = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n';
const shortLimits = { headersTimeoutMs: 500, requestTimeoutMs: 500 };

// biome-ignore format: rows of short values
const unhandled = {
  'a malformed request line': { status: 400, method: 'none', bytes: 'no request\r\n\r\n' },
  'a request without a host': { status: 400, method: 'GET', bytes: 'GET /rest/a HTTP/1.1\r\n\r\n' },
  'incomplete headers': { status: 408, method: 'none', bytes: 'GET / HTTP/1.1\r\nHost: a\r\n' },
  'an incomplete body': { status: 408, method: 'POST', bytes: `${postHead}Content-Length: 9\r\n\r\nhalf` },
  'a malformed chunk': { status: 400, method: 'POST', bytes: `${chunkedPost}z\r\n` },
  'a large chunk extension': { status: 413, method: 'POST', bytes: `${chunkedPost}1;${'x'.repeat(20_000)}\r\nx\r\n` },
  'an unknown expectation': { status: 417, method: 'GET', bytes: get('/', 'Expect: x') },
  CONNECT: { status: 405, method: 'CONNECT', bytes: connect },
  'headers above 16 KiB': { status: 431, method: 'none', bytes: get('/', `X: ${'x'.repeat(16_400)}`) },
  'the 101st header': { status: 431, method: 'none', bytes: get('/', ...Array(100).fill('x: y')) },
};

test.each(Object.entries(unhandled))(
  '%s results in an error with problem details, the security headers, a log line and a metric',
  async (_name, { status, method, bytes }) => {
    const env = { METRICS_PORT: '0' };
    const limits = status === 408 ? shortLimits : {};
    const { send, requests, readMetrics } = await startTestHost({ env, limits });
    const { body, headers, ...response } = await send(bytes);
    const id = headers['x-request-id'];
    const [title, detail] = [expect.any(String), expect.stringMatching(/^[A-Z].+\.$/)];
    expect(response.status).toBe(status);
    expect(JSON.parse(body)).toEqual({ title, status, detail, requestId: id });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      'cache-control': 'no-store',
      connection: 'close',
      ...(status === 405 && { allow: 'GET, HEAD, POST' }),
    });
    await waitFor(() => expect(requests()).toMatchObject([{ id, method, statusCode: status }]));
    expect(await readMetrics()).toMatch(
      new RegExp(`_count\\{method="(?:${method}|other)",.*status="${status}"\\} 1`),
    );
  },
);

test('a connection that sends nothing leaves no log line', async () => {
  const { port, requests } = await startTestHost({ limits: shortLimits });
  await sendUntilClosed(port, '');
  expect(requests()).toEqual([]);
});

test('12 kB of cookies, as those of a marketing domain, reach the page and the backend', async () => {
  const { backend, send } = await startTestHost();
  const cookies = `_ga=${'x'.repeat(12_000)}`;
  for (const target of ['/app/subscriber-feedback/1/daily/contact', '/rest/a']) {
    expect(await send(get(target, `Cookie: ${cookies}`))).toMatchObject({ status: 200 });
  }
  expect(backend.requests[0]).toContain(`cookie: ${cookies}\r\n`);
});

test('a request whose body is incomplete after its response gets no second response', async () => {
  const { port, requests } = await startTestHost({ limits: shortLimits });
  const post = `${postHead}Content-Length: 9\r\n\r\nhalf`.replace('rest', 'x');
  const text = await sendUntilClosed(port, post);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);
  expect(requests()).toHaveLength(1);
});

test('malformed bytes after a body that arrived after its response result in 400', async () => {
  const { port } = await startTestHost();
  const socket = await openSocket(port);
  const request = `${postHead}Content-Length: 4\r\n\r\nha`.replace('rest', 'x');
  expect(await sendOn(socket, request)).toMatchObject({ status: 404 });
  expect(await sendOn(socket, 'lfno request\r\n\r\n')).toMatchObject({ status: 400 });
});

const first = get('/rest/a');
const pipelined = {
  'a GET': first + get('/rest/b'),
  '4,000 POSTs': first + post.repeat(4_000),
  'an incomplete POST': first + post.slice(0, -2),
  'malformed bytes': `${first}no request\r\n\r\n`,
  'a GET after Upgrade': get('/rest/a', 'Connection: Upgrade', 'Upgrade: h2c') + get('/rest/b'),
};

test.each(Object.entries(pipelined))(
  'before the response, %s is dropped, and the connection closes after the response',
  async (_name, bytes) => {
    const { backend, port, close } = await startTestHost();
    const received = await sendUntilClosed(port, bytes);
    expect(received.match(/^HTTP\/1\.1 .*/gm)).toEqual(['HTTP/1.1 200 OK']);
    expect(received).toMatch(/^connection: close$/im);
    await close();
    expect(backend.requests).toHaveLength(1);
  },
);

test('a request behind a response that has begun ends the connection after that response', async () => {
  const { backend, port, send } = await startTestHost({
    handler: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{'),
  });
  const client = await openSocket(port);
  client.write(get('/rest/a'));
  await once(client, 'data');
  const closed = whenClosed(client.resume());
  client.write(get('/rest/b').repeat(20));
  await send(get('/'));
  for (const socket of backend.sockets) socket.write('}');
  await closed;
  expect(backend.requests).toHaveLength(1);
});

test('many dropped requests of a connection add no listener each', async () => {
  const emitWarning = vi.spyOn(process, 'emitWarning');
  const { port, close } = await startTestHost();
  await sendUntilClosed(port, get('/rest/a').repeat(100));
  await close();
  expect(emitWarning.mock.calls.map(([warning]) => String(warning))).toEqual([]);
});

test.each([get('/rest/b'), 'no request\r\n\r\n'])(
  'nothing more is read from a connection that ends after its response, because of %j',
  async (bytes) => {
    const { port, send } = await startTestHost({ handler: () => {} });
    const client = await openSocket(port);
    client.write(get('/rest/a') + bytes);
    // More than the buffers of both sockets take.
    const body = Buffer.alloc(2 ** 25);
    let isRead = false;
    client.write(`${postHead}Content-Length: ${body.length}\r\n\r\n`);
    client.write(body, () => {
      isRead = true;
    });
    for (let i = 0; i < 40; i++) await send(get('/'));
    expect(isRead, 'the host has read on').toBe(false);
  },
);

test('requests that each wait for the previous response share a connection', async () => {
  const { backend, port } = await startTestHost();
  const socket = await openSocket(port);
  for (let i = 0; i < 20; i++) {
    const request = i % 2 === 0 ? post : get('/app/subscriber-feedback/');
    expect(await sendOn(socket, request)).toMatchObject({ status: 200, truncated: false });
  }
  expect(backend.requests).toHaveLength(10);
});

const last = {
  'a rejected request': get('/rest/a;b'),
  'a request with HTTP/1.0': 'GET /none HTTP/1.0\r\n\r\n',
  CONNECT: connect,
};

test.each(Object.entries(last))('nothing after %s is forwarded', async (_name, bytes) => {
  const { backend, port, close } = await startTestHost();
  await sendUntilClosed(port, bytes + post.repeat(2));
  await close();
  expect(backend.requests).toEqual([]);
});
