import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contractOf } from '../../support/oneOperation.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import {
  failedCases,
  failedChecks,
  failureLines,
  runVerifier,
} from '../../support/verifier/runVerifier.ts';
import { type Handler, verifyServer } from '../../support/verifier/verifyServer.ts';

/** Sends a status if a request has a header, and otherwise 401. */
const ifSent =
  (header: Record<string, string>, status = 204, headers = {}): Handler =>
  (req, res) => {
    const isSent = Object.entries(header).every(([name, it]) =>
      req.headers[name.toLowerCase()]?.includes(it),
    );
    return isSent ? res.writeHead(status, headers).end() : res.writeHead(401).end();
  };

const accept: Handler = (_, res) => res.writeHead(204).end();

const key = { 'X-Key': 'secret' };
const cookie = { Cookie: 'S=secret' };
const login = { Authorization: 'Basic YW5uYTpwYXNzIHdvcmQ=' };
const withKey = { security: [{ key: [] }] };
const done = { 204: { description: 'Done.' } };
const success = { 200: { description: 'Done.' } };
const cached = { 'Cache-Control': 'public, max-age=60' };
const cacheControl = { 'Cache-Control': { schema: {} } };
const declaresCaching = { 200: { description: 'Done.', headers: cacheControl } };

test.each<{
  demand: string;
  operation: object;
  sent?: Record<string, string>;
  handle: Handler;
}>([
  {
    demand: '401 without credentials',
    operation: { ...withKey, responses: done },
    sent: key,
    handle: ifSent(key),
  },
  {
    demand: '401 without a cookie',
    operation: { security: [{ session: [] }], responses: done },
    sent: cookie,
    handle: ifSent(cookie),
  },
  {
    demand: 'a private cache where HTTP shares nothing, because of Authorization',
    operation: { security: [{ login: [] }], responses: success },
    sent: login,
    handle: ifSent(login, 200, { 'Cache-Control': 'max-age=60' }),
  },
  {
    demand: 'another private cache than one that is named',
    operation: { ...withKey, responses: success },
    sent: key,
    handle: ifSent(key, 200, { 'Cache-Control': 'private, max-age=60' }),
  },
  {
    demand: 'a private cache where it declares another Cache-Control',
    operation: { ...withKey, responses: declaresCaching },
    sent: key,
    handle: ifSent(key, 200, cached),
  },
  {
    demand: 'a private cache because of the cookie of a load balancer',
    operation: { responses: success },
    handle: ifSent({}, 200, { ...cached, 'Set-Cookie': 'lb=1; Path=/' }),
  },
  {
    demand: 'a rejection of invalid credentials that are optional',
    operation: { security: [{}, { session: [] }], responses: done },
    handle: ifSent({}),
  },
  {
    demand: 'an empty body of a response without content',
    operation: { responses: success },
    handle: (_, res) => res.end('anything'),
  },
])('a contract does not demand $demand', async ({ operation, sent = {}, handle }) => {
  const args = Object.entries(sent).flatMap((header) => ['--header', header.join(': ')]);
  const report = await verifyServer(operation, handle, { args });
  expect(failureLines(report)).toEqual([]);
  expect(report.run.skipped).toEqual([]);
});

test('a body that is compressed for a client that does not accept it is a warning', async () => {
  const { failures, warnings } = await verifyServer({ responses: success }, (_, res) =>
    res.setHeader('Content-Encoding', 'gzip').end(gzipSync('anything')),
  );
  expect(failures).toEqual([]);
  expect(warnings).toContainEqual(
    expect.stringContaining('is gzip, but Accept-Encoding is "identity"'),
  );
});

test('a response that takes longer than --max-response-time is a failure', async () => {
  const report = await verifyServer(
    { responses: done },
    (_, res) => setTimeout(() => res.writeHead(204).end(), 20),
    { args: ['--max-response-time', '0.01'] },
  );
  expect(failureLines(report)).toEqual([
    'thing max_response_time: The response took longer than 0.01 s.',
  ]);
});

test('a 404 for the id that was given is a failure', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: {} };
  const parameters = [id, { name: 'page', in: 'query', example: 1, schema: {} }];
  const operation = { parameters, responses: { ...done, 404: done[204] } };
  const report = await verifyServer(
    operation,
    ({ url }, res) => res.writeHead(url?.includes('page') ? 204 : 404).end(),
    { path: '/a/{id}', args: ['--value', 'id=a'] },
  );
  expect(failedChecks(report)).toContain('thing positive_data_acceptance');
});

test('a value of the command line has the type of its property', async () => {
  const properties = { id: { type: 'integer' }, name: { type: ['string', 'integer'] } };
  const schema = { type: 'object', required: ['id', 'name'], properties };
  const content = { 'application/json': { schema, example: { id: 1, name: 'a' } } };
  const requestBody = { required: true, content };
  const bodies: string[] = [];
  const { url } = await startHttpServer(async (req, res) => {
    bodies.push(String(await buffer(req)));
    res.writeHead(204).end();
  });
  const contract = contractOf({ operationId: 'thing', requestBody, responses: done });
  await runVerifier(contract, url, ['--allow-writes', '--value', 'id=7', '--value', 'name=8']);
  expect(bodies[0]).toBe('{"id":7,"name":"8"}');
});

test('a property that the example of a body lacks is sent with values that violate its schema', async () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } } };
  const requestBody = { content: { 'application/json': { schema, example: {} } } };
  const responses = { ...done, 400: done[204] };
  const report = await verifyServer({ requestBody, responses }, accept, { method: 'post' });
  expect(failedCases(report)).toContain('negative_data_rejection: id is "contract check"');
});

test('half an emoji in the password of a sign-in does not end the run', async () => {
  const properties = { user: { type: 'string' }, password: { type: 'string', format: 'password' } };
  const schema = { type: 'object', required: ['user', 'password'], properties };
  const content = { 'application/json': { schema, example: { user: 'a', password: 'b' } } };
  const signIn = { requestBody: { required: true, content }, responses: done };
  const { run } = await verifyServer(signIn, accept, { method: 'post' });
  expect(run.exchanges.map(({ request }) => String(request.body))).toContainEqual(
    expect.stringMatching(/"password":"[^"]*\\ud83d"/),
  );
});

test.each([
  { scheme: 'key', reason: 'it needs credentials for key', option: '--header' },
  { scheme: 'session', reason: 'it needs a session', option: '--header' },
  { scheme: 'code', reason: 'it needs "code" in the query, which no option adds' },
])('without credentials for "$scheme", $reason', async ({ scheme, reason, option }) => {
  const operation = { security: [{ [scheme]: [] }], responses: done };
  const { run } = await verifyServer(operation, (_, res) => res.writeHead(401).end());
  expect(run.failures).toEqual([]);
  expect(run.skipped).toContainEqual(expect.objectContaining({ reason, option }));
});

test.each<{ server: string; statusOf: (type: string) => number; failed: string[] }>([
  {
    server: 'rejects other media types with 400 conforms',
    statusOf: (type) => (/^application\/json\s*(;|$)/i.test(type) ? 204 : 400),
    failed: [],
  },
  {
    server: 'accepts any media type violates it',
    statusOf: () => 204,
    failed: ['thing unsupported_media_type'],
  },
])('without a declared 415, a server that $server', async ({ statusOf, failed }) => {
  const media = { schema: { type: 'object' }, example: {} };
  const requestBody = { required: true, content: { 'application/json': media } };
  const responses = { ...done, 400: done[204], default: done[204] };
  const report = await verifyServer(
    { requestBody, responses },
    ({ headers }, res) => res.writeHead(statusOf(`${headers['content-type']}`)).end(),
    { method: 'post' },
  );
  expect(failedChecks(report).filter((it) => it.includes('media_type'))).toEqual(failed);
});

test.each<{ place: string; hasTwo: (req: IncomingMessage) => boolean }>([
  { place: 'query', hasTwo: ({ url }) => /list=.*&list=/.test(`${url}`) },
  { place: 'header', hasTwo: ({ headers }) => /,/.test(`${headers.list}`) },
])('a list is sent with two items in the $place', async ({ place, hasTwo }) => {
  const schema = { type: 'array', items: { type: 'string' } };
  const parameters = [{ name: 'list', in: place, example: ['a'], schema }];
  const report = await verifyServer({ parameters, responses: done }, (req, res) =>
    res.writeHead(hasTwo(req) ? 500 : 204).end(),
  );
  expect(failedChecks(report)).toContain('thing not_a_server_error');
});

test('a parameter that can be used once has its own value in each request', async () => {
  const used = new Set<string | null>();
  const code = { name: 'code', in: 'query', required: true, example: 'a-code' };
  const operation = {
    parameters: [{ ...code, schema: { type: 'string' }, 'x-single-use': true }],
    responses: { ...done, 400: done[204], 409: done[204] },
  };
  const handle: Handler = ({ url = '' }, res) => {
    const value = new URL(url, 'http://things').searchParams.get('code');
    if (value === null) return res.writeHead(400).end();

    res.writeHead(used.has(value) ? 409 : 204).end();
    used.add(value);
  };
  const report = await verifyServer(operation, handle, { args: ['--enforce-single-use'] });
  expect(failureLines(report)).toEqual([]);
  expect(used.size).toBeGreaterThan(5);
});
