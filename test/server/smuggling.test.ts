import { METHODS } from 'node:http';
import { expect, test } from 'vitest';
import { sendRaw } from '../support/host/rawClient.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startTestHost } from '../support/host/startTestHost.ts';

const smuggled = 'GET /rest/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

function withLength(method: string): string {
  return `${method} /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
}

function inChunks(method: string, header = 'Transfer-Encoding: chunked'): string {
  const chunk = `${smuggled.length.toString(16)}\r\n${smuggled}\r\n`;
  return `${method} /rest/a HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${chunk}0\r\n\r\n`;
}

async function startProxied() {
  const backend = await startRawBackend();
  const host = await startTestHost(backend.url);
  return { backend, host };
}

/** Expects that the backend has not received a body as a request. */
function expectAtMostOneRequest(requests: string[]) {
  const lines = requests.map((request) => request.split('\r\n', 1)[0] ?? '');
  expect(lines.length).toBeLessThanOrEqual(1);
  expect(lines.filter((line) => !line.endsWith(' /rest/a HTTP/1.1'))).toEqual([]);
  requests.length = 0;
}

test('a request in a body is not sent as a request, for every method', async () => {
  const { backend, host } = await startProxied();
  for (const method of METHODS) {
    for (const request of [withLength(method), inChunks(method)]) {
      const { status } = await sendRaw(host.port, request);
      const expected = method === 'POST' ? [200] : [400, 405, 0];
      expect(expected).toContain(status);
      expect(backend.requests).toHaveLength(method === 'POST' ? 1 : 0);
      expectAtMostOneRequest(backend.requests);
    }
  }
});

const obfuscations = [
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\tchunked',
  'Transfer-Encoding: chunked ',
  'Transfer-Encoding: \x0bchunked',
  'Transfer-Encoding: chunked\x00',
  'Transfer-Encoding: CHUNKED',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked;x=y',
  'Transfer-Encoding: identity',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding:\r\n chunked',
  'X: y\r\n Transfer-Encoding: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Content-Length: 0\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 5',
  'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked',
  'Content_Length: 5\r\nTransfer-Encoding: chunked',
  'Content-Length: 0\r\nContent-Length: 42',
  'Content-Length: 0x2a',
  'Content-Length: 4 2',
  'Content-Length : 42',
];

test.each(obfuscations)('%j smuggles no request', async (header) => {
  const { backend, host } = await startProxied();
  await sendRaw(host.port, inChunks('POST', header));
  await host.close();
  expectAtMostOneRequest(backend.requests);
});

const chunkedBodies = [
  '2;a=\r\nxx\r\n0\r\n\r\n',
  '2\nxx\n0\n\n',
  '0x2\r\nxx\r\n0\r\n\r\n',
  '+2\r\nxx\r\n0\r\n\r\n',
  '-1\r\nxx\r\n0\r\n\r\n',
  'ffffffffffffffff2\r\nxx\r\n0\r\n\r\n',
  '2\r\nxxx\r\n0\r\n\r\n',
  '2\r\nxx0\r\n\r\n',
  `0\r\nContent-Length: 42\r\n\r\n`,
];

test.each(chunkedBodies)('the chunked body %j smuggles no request', async (chunks) => {
  const { backend, host } = await startProxied();
  const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  await sendRaw(host.port, head + chunks);
  await host.close();
  for (const request of backend.requests) expect(request).not.toMatch(/transfer-encoding/i);
  expectAtMostOneRequest(backend.requests);
});

test('a chunked POST is forwarded with Content-Length', async () => {
  const { backend, host } = await startProxied();
  const head = 'POST /rest/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect((await sendRaw(host.port, `${head}3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`)).status).toBe(200);
  expect(backend.requests[0]).toMatch(/\r\ncontent-length: 5\r\n/i);
  expect(backend.requests[0]).toMatch(/\r\n\r\nabcde$/);
});
