import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { get, sendRaw } from '../../support/host/rawClient.ts';
import { startBackend } from '../../support/host/startBackend.ts';
import { startRawBackend } from '../../support/host/startRawBackend.ts';
import { startTestHost } from '../../support/host/startTestHost.ts';

const operations = readFileSync('docs/operations.md', 'utf8');

/** The codes in the first column of the table, such as `HPE_`. */
const runbookCodes = [...operations.matchAll(/^ *\| (`[A-Z_…`, ]+`) \|/gm)].flatMap(
  ([, codes = '']) => codes.match(/\w+/g) ?? [],
);

/** Expects that a GET fails with this code in the log, and that the runbook has it. */
async function expectBackendError(backendUrl: string, code: string) {
  const { port, lines } = await startTestHost({ backendUrl });
  expect(await sendRaw(port, get('/rest/a'))).toMatchObject({ status: 502 });
  expect(lines()).toContainEqual(expect.objectContaining({ backendError: code }));
  expect(runbookCodes.filter((start) => code.startsWith(start))).not.toEqual([]);
}

test.each([
  ['SSH', 'HPE_INVALID_CONSTANT', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['HTTP/2', 'HPE_INVALID_CONSTANT', '\0\0\x06\x04\0\0\0\0\0\0\x05\0\0\x40\0'],
  [
    'headers of 17 kB',
    'HPE_HEADER_OVERFLOW',
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`,
  ],
  [
    'two lengths',
    'HPE_INVALID_TRANSFER_ENCODING',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'another protocol',
    'EPROTO',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
  ],
  ['nothing before it closes the connection', 'ECONNRESET', ''],
])(
  'a backend that sends %s is logged as %s, which the runbook explains',
  async (_name, code, bytes) => {
    const { url } = await startRawBackend((socket) => void socket.end(bytes, 'latin1'));
    await expectBackendError(url, code);
  },
);

test('a BACKEND_URL with https and an HTTP port is logged as EPROTO, which the runbook explains', async () => {
  const { url } = await startBackend();
  await expectBackendError(url.replace('http:', 'https:'), 'EPROTO');
});
