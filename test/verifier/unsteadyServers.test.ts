import { expect, test } from 'vitest';
import { exitCodeOf, terminalReport } from '#verifier';
import { contractOfPaths } from '../oneOperation.ts';
import { startHttpServer } from '../startHttpServer.ts';
import { on, othersArrive } from './fixtures/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
  problem,
  withHeaders,
} from './fixtures/reference-backend/exchange.ts';
import {
  failureLines,
  referenceContract,
  runVerifier,
  verifyReference,
} from './fixtures/runVerifier.ts';
import { type Handler, jsonBody, verifyServer } from './fixtures/verifyServer.ts';

const content = { 'application/json': { schema: { type: 'object' }, example: {} } };
const read = { responses: { 200: { description: 'Done.', content } } };

const sendJson: Handler = (_, res) =>
  res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');

/** Sends a response to each request after the first ones. */
const after = (count: number, response: BackendResponse): CreateMiddleware => {
  let received = 0;
  return on(() => ++received > count, response);
};

test('503 without Retry-After after successes is one failure that names a limit', async () => {
  const limit = after(40, html(503, 'Service Unavailable'));
  const report = await verifyReference(limit, '--only', 'getBrief,submitFeedback');
  const [first, second] = report.failures.map(({ message }) => message);
  expect(first).toBe(
    'The server returned 503 without Retry-After, after it had accepted requests.',
  );
  expect(second ?? '503').toContain('503');
  expect(report.failures.length).toBeLessThan(3);
  expect(report.run.sentCount).toBeLessThan(60);
  expect(terminalReport(report)).toMatch(/hint .*--rate .*limit in front of the server/);
});

test('503 from the first request on is no limit', async () => {
  const always = on(() => true, html(503, 'Service Unavailable'));
  const report = await verifyReference(always, '--only', 'getBrief,submitFeedback');
  expect(failureLines(report)).toEqual([
    'getBrief, submitFeedback not_a_server_error: The server returned 503.',
  ]);
});

test('a run of which a limit rejects most requests has not passed, and exits with 3', async () => {
  const limit = withHeaders(problem(429), { 'Retry-After': '600' });
  const report = await verifyReference(after(60, limit), '--only', 'getBrief,submitFeedback');
  expect(failureLines(report)).toEqual([]);
  expect(report.run.sentCount).toBe(70);
  expect(terminalReport(report)).toMatch(
    /· submitFeedback {2}not tested with valid data: \d+ requests, \d+ not sent(.*\n)+.*Not tested: submitFeedback \(--rate\)\.$/,
  );
  expect(exitCodeOf(report)).toBe(3);
});

/** Sends JSON to the first request of a connection, and responds with `handle` to the second one. */
const onSecond = (handle: Handler): Handler => {
  const used = new WeakSet<object>();
  return (req, ...others) => {
    if (used.has(req.socket)) return handle(req, ...others);

    used.add(req.socket);
    return sendJson(req, ...others);
  };
};

test('a kept connection that the server closes is opened again', async () => {
  const report = await verifyServer(
    read,
    onSecond((_, res) => res.destroy()),
  );
  expect(failureLines(report)).toEqual([]);
});

test('a response that ends too soon on a kept connection is named so', async () => {
  const report = await verifyServer(
    read,
    onSecond((_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '9' });
      res.write('{', () => res.destroy());
    }),
  );
  expect(failureLines(report)).toEqual([
    'thing response_received: The connection closed before the response was complete (ECONNRESET).',
  ]);
});

test('a connection that is reset on invalid data fails only there', async () => {
  const schema = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
  const report = await verifyServer(
    { ...jsonBody(schema, { text: 'Hello' }), responses: { 204: { description: 'Done.' } } },
    ({ body }, res) => (body.startsWith('{"text":"') ? res.writeHead(204).end() : res.destroy()),
    { method: 'post', args: ['--skip-check', 'unsupported_media_type'] },
  );
  expect(failureLines(report)).toEqual([
    'thing response_received: The connection closed without a response (ECONNRESET).',
  ]);
  const accepted = report.run.exchanges.filter(({ response }) => response.status === 204);
  expect(accepted.length).toBeGreaterThan(20);
});

test('requests that fail at the same time are no failure of those that do not', async () => {
  let inFlight = 0;
  const report = await verifyServer(read, async (req, res, count) => {
    inFlight += 1;
    await othersArrive();
    if (inFlight > 1) res.writeHead(500).end();
    else sendJson(req, res, count);
    inFlight -= 1;
  });
  const cases = report.run.failures.map(({ exchange }) => exchange.description);
  expect(cases).not.toEqual([]);
  expect(cases.filter((it) => !it.includes('at the same time'))).toEqual([]);
});

test('a server that ends is named with its last request, and the run ends', async () => {
  let count = 0;
  const { server, url } = await startHttpServer((req, res) => {
    count += 1;
    req.resume();
    res.writeHead(404, { 'Content-Type': 'application/problem+json' });
    res.end('{"title":"Not found","status":404}');
    if (count === 20) server.close().closeAllConnections();
  });
  const { run } = await runVerifier(referenceContract, url, ['--only', 'getBrief']);
  expect(run.failures.at(-1)?.message).toMatch(
    /^Since request 2[01] the server accepts no connections\.$/,
  );
  expect(run.sentCount).toBe(21);
});

test('a server that hangs is named with the first request that it did not answer', async () => {
  const operations = ['a', 'b'].map((operationId) => [
    `/${operationId}`,
    { get: { operationId, ...read } },
  ]);
  let count = 0;
  const { url } = await startHttpServer((req, res) => {
    count += 1;
    if (count > 9) return;
    if (req.method === 'GET') res.setHeader('Content-Type', 'application/json').end('{}');
    else res.writeHead(405, { Allow: 'GET' }).end();
  });
  const contract = contractOfPaths(Object.fromEntries(operations));
  const args = ['--allow-writes', '--timeout', '0.5'];
  const { run } = await runVerifier(contract, url, args);
  expect(run.failures.map(({ message }) => message)).toEqual([
    'Since request 10 the server does not respond.',
  ]);
  expect(run.sentCount).toBe(15);
});

test('sign-ins that a busy server rejects do not show that a user has one session', async () => {
  let inFlight = 0;
  const isBusy: CreateMiddleware = () => async (request, next) => {
    if (request.id !== 'tools.jsp') return next();

    inFlight += 1;
    await othersArrive();
    const response = inFlight > 1 ? empty(503) : await next();
    await othersArrive();
    inFlight -= 1;
    return response;
  };
  const report = await verifyReference(isBusy, '--only', 'getCurrentUser');
  const reasons = report.run.skipped.map(({ description, reason }) => `${description}: ${reason}`);
  expect(reasons).toContain('several sessions of the user: a limit rejects the requests');
});
