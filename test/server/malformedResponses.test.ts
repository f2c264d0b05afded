import type { Socket } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { captureLog } from '../support/host/captureLog.ts';
import { sendRaw } from '../support/host/rawClient.ts';
import { startBackend } from '../support/host/startBackend.ts';
import { sendBrief, startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

const requests = {
  'a GET': 'GET /rest/a HTTP/1.1\r\nHost: a\r\n\r\n',
  'a POST': 'POST /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}',
};

type Ending = 'close' | 'reset' | 'stall';

/** Sends a request to a backend that responds with these bytes; returns the host's response and log. */
async function respondWith(bytes: string, ending: Ending = 'close', request = requests['a GET']) {
  const backend = await startRawBackend((socket) => {
    socket.write(Buffer.from(bytes, 'latin1'));
    finish(socket, ending);
  });
  const { log, requests: logged, lines } = captureLog('info');
  const env = ending === 'stall' ? { PROXY_TIMEOUT_MS: '300' } : {};
  const host = await startTestHost(backend.url, env, { log });
  const response = await sendRaw(host.port, request);
  await backend.whenAllClosed();
  return { response, logged, lines };
}

function finish(socket: Socket, ending: Ending) {
  if (ending === 'close') socket.end();
  // The host must have read the bytes before the reset discards them.
  if (ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 20);
}

const invalidHeads: Record<string, string> = {
  'a control character in the reason phrase': 'HTTP/1.1 200 O\x01K\r\nContent-Length: 2\r\n\r\n{}',
  'the status 000': 'HTTP/1.1 000 OK\r\nContent-Length: 2\r\n\r\n{}',
  'the status 099': 'HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n{}',
  'the status 600': 'HTTP/1.1 600 OK\r\nContent-Length: 2\r\n\r\n{}',
  'the status 999': 'HTTP/1.1 999 OK\r\nContent-Length: 2\r\n\r\n{}',
  'the status 101 and no upgrade': 'HTTP/1.1 101 Switching Protocols\r\n\r\n',
  'a control character in a header': 'HTTP/1.1 200 OK\r\nX-A: \x01\r\nContent-Length: 2\r\n\r\n{}',
  'an empty header name': 'HTTP/1.1 200 OK\r\n: a\r\nContent-Length: 2\r\n\r\n{}',
  'the transfer coding gzip':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'a doubled transfer coding':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'a repeated Transfer-Encoding header':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'more than 16 KiB of headers': `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n{}`,
};

for (const [name, request] of Object.entries(requests)) {
  test.each(Object.entries(invalidHeads))(
    `${name} whose response has %s results in 502`,
    async (_, bytes) => {
      const { response, logged, lines } = await respondWith(bytes, 'close', request);
      expect(response).toMatchObject({ status: 502, truncated: false });
      expect(response.head).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
      expect(JSON.parse(response.body)).toMatchObject({ mayHaveArrived: true });
      expect(lines()).toHaveLength(1);
      expect(logged()).toMatchObject([
        { level: 'warn', status: 502, backendError: expect.stringMatching(/^[A-Z_]+$/) },
      ]);
    },
  );
}

const incompleteHead = [
  'HTTP/1.1 201 Created by a backend',
  'Content-Type: json',
  'Content-Encoding: gzip',
  'Content-Language: de',
  'Cache-Control: max-age=60',
  'Content-Security-Policy: default-src *',
  'Set-Cookie: a=b',
  'ETag: "x"',
  'Location: /a',
  'Content-Length: 100\r\n\r\n',
].join('\r\n');

test.each([
  { ending: 'reset', status: '502 Bad Gateway', request: requests['a GET'] },
  { ending: 'close', status: '502 Bad Gateway', request: requests['a POST'] },
  { ending: 'stall', status: '504 Gateway Timeout', request: requests['a GET'] },
  { ending: 'stall', status: '504 Gateway Timeout', request: requests['a POST'] },
] as const)(
  'a response that ends with a $ending after its headers results in $status without those headers',
  async ({ ending, status, request }) => {
    const { response, logged } = await respondWith(incompleteHead, ending, request);
    expect(response.head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(JSON.parse(response.body)).toMatchObject({ mayHaveArrived: true });
    expect(response.head).not.toMatch(
      /^(?:content-(?:encoding|language)|set-cookie|etag|location):/im,
    );
    expect(response.head).toMatch(/^content-type: application\/problem\+json$/im);
    expect(response.head).toMatch(/^cache-control: no-store$/im);
    expect(response.head).toMatch(/^content-security-policy: default-src 'none'/im);
    expect(response.head).toMatch(/^x-frame-options: DENY$/im);
    expect(response.head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(response.head).toMatch(/^x-request-id: [\w-]{36}$/im);
    expect(logged()).toMatchObject([{ level: 'warn', status: Number(status.slice(0, 3)) }]);
  },
);

test.each(['json', '', '/', 'text/html; charset', '\xff'])(
  'a complete response with the content type "%s" is forwarded',
  async (type) => {
    const bytes = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n\r\n{}`;
    expect((await respondWith(bytes)).response).toMatchObject({ status: 200, body: '{}' });
  },
);

test('a response without a length is truncated when the connection is reset', async () => {
  const bytes = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"a":';
  const { response, logged } = await respondWith(bytes, 'reset');
  expect(response).toMatchObject({ status: 200, truncated: true });
  expect(logged()).toMatchObject([{ level: 'warn', aborted: true, backendError: 'ECONNRESET' }]);
});

test('a response without a length is complete when the connection is closed', async () => {
  const { response } = await respondWith('HTTP/1.1 200 OK\r\n\r\n{"a":1}');
  expect(response).toMatchObject({ status: 200, truncated: false });
  expect(response.body).toMatch('{"a":1}');
});

test('a response without a request is not sent to any client', async () => {
  const one = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n${body}`;
  const backend = await startRawBackend((socket, count) => {
    socket.write(count === 1 ? one('one') + one('bad') : one('two'));
  });
  const host = await startTestHost(backend.url);
  for (let i = 0; i < 3; i++) {
    expect(await sendRaw(host.port, requests['a GET'])).toMatchObject({ status: 200, body: 'one' });
  }
});

test('a response that fails after its headers on a reused connection results in 502 without a retry', async () => {
  const backend = await startRawBackend((socket, count) => {
    if (count === 1) return sendBrief(socket, count);
    socket.write('HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 9\r\n\r\n');
    finish(socket, 'reset');
  });
  const host = await startTestHost(backend.url);
  await sendRaw(host.port, requests['a GET']);
  const { status, head } = await sendRaw(host.port, requests['a GET']);
  expect(status).toBe(502);
  expect(head).not.toMatch(/set-cookie/i);
  expect(backend.requests).toHaveLength(2);
});

test('the 502 of a HEAD request whose response is malformed has no body', async () => {
  const backend = await startRawBackend((socket) => {
    socket.end('HTTP/1.1 099 OK\r\nContent-Length: 2\r\n\r\n');
  });
  const host = await startTestHost(backend.url);
  const head = 'HEAD /rest/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  expect(await sendRaw(host.port, head)).toMatchObject({ status: 502, body: '' });
});

test('a compressed response and an event stream are forwarded byte by byte', async () => {
  const compressed = brotliCompressSync('{"a":1}');
  const backend = await startBackend((req, res) => {
    if (req.url === '/rest/events') {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: a\n\n');
    } else res.writeHead(200, { 'Content-Encoding': 'br' }).end(compressed);
  });
  const host = await startTestHost(backend.url);
  const { body, head } = await sendRaw(host.port, requests['a GET']);
  expect(head).toMatch(/^content-encoding: br$/im);
  expect(body).toContain(compressed.toString('latin1'));
  const events = await fetch(`${host.url}/rest/events`);
  const { value } = (await events.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toBe('data: a\n\n');
});
