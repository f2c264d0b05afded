import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sendBody } from '../../server/proxy/sendBody.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';

test('while a client does not read, no chunks of the backend are kept one by one', async () => {
  const count = 200_000;
  const backend = await startRawBackend((socket) => {
    const chunks = '1\r\nx\r\n'.repeat(count);
    socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  });
  const [proxyRes] = (await once(get(backend.url), 'response')) as [IncomingMessage];
  let received = 0;
  let release = () => {};
  const client = new Writable({
    highWaterMark: 1,
    write(chunk, _encoding, callback) {
      received += chunk.length;
      release = callback;
    },
  });
  sendBody(proxyRes, client as ServerResponse);
  const finished = once(client, 'finish');
  while (received === 0) await nextTurn();
  for (let turn = 0; turn < 100; turn++) {
    await nextTurn();
    expect(proxyRes.readableLength).toBe(0);
    expect(client.writableLength).toBeLessThan(65_536);
  }
  while (!client.writableFinished) {
    release();
    await nextTurn();
  }
  await finished;
  expect(received).toBe(count);
});
