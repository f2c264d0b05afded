import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { VerifyOptions } from '../../verifier/model.ts';
import { Sender } from '../../verifier/send/Sender.ts';
import { contractOf } from '../oneOperation.ts';

test('a request that finds no server is sent once when the server is back', async () => {
  const paths: string[] = [];
  const server = createServer((req, res) => {
    paths.push(req.url ?? '');
    res.setHeader('Connection', 'close').end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const options: Partial<VerifyOptions> = {
    url: new URL(`http://127.0.0.1:${port}`),
    contract: contractOf({}),
    timeoutMs: 5000,
    headers: {},
    requestsPerSecond: 1000,
  };
  const sender = new Sender(options as VerifyOptions);
  const send = (target: string) => sender.send({ method: 'POST', target, headers: {} }, false);
  await send('/first');
  await once(server.close(), 'close');

  const sending = send('/second');
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  expect((await sending).response.status).toBe(200);
  expect(paths).toEqual(['/first', '/second']);
});
