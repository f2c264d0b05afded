import { Agent } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import { createForwarder } from '../../server/proxy/forwarder.ts';
import { sendRaw } from '../support/host/rawClient.ts';
import { startRawBackend } from '../support/host/startRawBackend.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

test('the body of a GET is not forwarded, even when the parser has dropped its Content-Length', async () => {
  const backend = await startRawBackend();
  const forward = createForwarder({
    target: backend.url,
    agent: new Agent(),
    connectTimeoutMs: 5_000,
    proxyTimeoutMs: 5_000,
    onRequest() {},
    onResponse() {},
    onError(_error, _call, res) {
      res.status(502).end();
    },
  });
  const app = express();
  app.use((req, res) => {
    delete req.headers['content-length'];
    forward(req, res);
  });
  const { port } = await startHttpServer(app);
  const body = 'GET /rest/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  const head = `GET /rest/a HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`;
  expect((await sendRaw(port, head + body)).status).toBe(200);
  expect(backend.requests.map((request) => request.split('\r\n', 1)[0])).toEqual([
    'GET /rest/a HTTP/1.1',
  ]);
});
