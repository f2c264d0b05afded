import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import request from 'supertest';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/host/createTestApp.ts';
import { unreachableUrl } from '../support/host/testConfig.ts';

test('Express replaces the prototype of no message that the host creates', async () => {
  const app = createTestApp(unreachableUrl);
  const { IncomingMessage, ServerResponse } = app;
  const prototypes = (...messages: [IncomingMessage, ServerResponse]) =>
    messages.map((message) => Object.getPrototypeOf(message));
  const pairs: unknown[][][] = [];
  const server = createServer({ IncomingMessage, ServerResponse }, (req, res) => {
    const before = prototypes(req, res);
    app(req, res);
    pairs.push([before, prototypes(req, res)]);
  });
  await request(server).get('/').expect(302);
  expect(pairs).toHaveLength(1);
  for (const [before, after] of pairs) {
    expect(after?.map((prototype, i) => prototype === before?.[i])).toEqual([true, true]);
  }
});
