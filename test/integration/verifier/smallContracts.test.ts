import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { terminalReport } from '#verifier';
import { contractOf } from '../../support/oneOperation.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { failedChecks, runVerifier } from '../../support/verifier/runVerifier.ts';

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: { type: 'http', scheme: 'basic' },
  session: { type: 'apiKey', in: 'cookie', name: 'S' },
};

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Verifies a server that answers the method of its only operation with a handler and every other one with 405. */
async function verifyServer(
  operation: object,
  handle: Handler,
  { method = 'get', path = '/things', args = [] as readonly string[] } = {},
) {
  const contract = contractOf(
    { operationId: 'thing', ...operation },
    { method, path, components: { securitySchemes } },
  );
  const declared = method.toUpperCase();
  const { url } = await startHttpServer(async (req, res) => {
    req.resume();
    await once(req, 'end');
    if (req.method === declared || (req.method === 'HEAD' && declared === 'GET'))
      return handle(req, res);
    res.writeHead(405, { Allow: declared }).end();
  });
  return runVerifier(contract, url, ['--allow-writes', ...args]);
}

/** Responds with a status if a request has a header, and otherwise with 401. */
const ifSent =
  (header: Record<string, string>, status = 204, headers = {}): Handler =>
  (req, res) => {
    const isSent = Object.entries(header).every(([name, it]) =>
      req.headers[name.toLowerCase()]?.includes(it),
    );
    if (isSent) res.writeHead(status, headers).end();
    else res.writeHead(401).end();
  };

const key = { 'X-Key': 'secret' };
const cookie = { Cookie: 'S=secret' };
const login = { Authorization: 'Basic YW5uYTpwYXNzIHdvcmQ=' };
const withKey = { security: [{ key: [] }] };
const done = { 204: { description: 'Done.' } };
const success = { 200: { description: 'Done.' } };
const cached = { 'Cache-Control': 'public, max-age=60' };
const declaresCaching = {
  200: { description: 'Done.', headers: { 'Cache-Control': { schema: {} } } },
};

test.each<[what: string, operation: object, sent: Record<string, string>, handle: Handler]>([
  ['401 without credentials', { ...withKey, responses: done }, key, ifSent(key)],
  [
    '401 without a cookie',
    { security: [{ session: [] }], responses: done },
    cookie,
    ifSent(cookie),
  ],
  [
    'a private cache where HTTP shares nothing, because of Authorization',
    { security: [{ login: [] }], responses: success },
    login,
    ifSent(login, 200, { 'Cache-Control': 'max-age=60' }),
  ],
  [
    'another private cache than one that is named',
    { ...withKey, responses: success },
    key,
    ifSent(key, 200, { 'Cache-Control': 'private, max-age=60' }),
  ],
  [
    'a private cache where it declares another Cache-Control',
    { ...withKey, responses: declaresCaching },
    key,
    ifSent(key, 200, cached),
  ],
  [
    'a private cache because of the cookie of a load balancer',
    { responses: success },
    {},
    ifSent({}, 200, { ...cached, 'Set-Cookie': 'lb=1; Path=/' }),
  ],
  [
    'a rejection of invalid credentials that are optional',
    { security: [{}, { session: [] }], responses: done },
    {},
    ifSent({}),
  ],
  [
    'an empty body of a response without content',
    { responses: success },
    {},
    (_, res) => res.end('anything'),
  ],
])('a contract does not demand %s', async (_, operation, sent, handle) => {
  const args = Object.entries(sent).flatMap((header) => ['--header', header.join(': ')]);
  const report = await verifyServer(operation, handle, { args });
  expect(failedChecks(report)).toEqual([]);
  expect(report.run.skipped).toEqual([]);
});

test('a command has variables in place of the headers of the options', async () => {
  const args = [
    '--header',
    'X-Key: secret',
    '--header',
    'Authorization: Basic YW5uYTpwYXNzIHdvcmQ=',
  ];
  const operation = { ...withKey, responses: done };
  const report = await verifyServer(operation, (_, res) => res.writeHead(500).end(), { args });
  const text = terminalReport(report);
  expect(text).not.toMatch(/secret|YW5uYTpwYXNzI/);
  expect(text).toContain(`-H 'X-Key: '"$X_KEY"''`);
});

test('half an emoji in the password of a sign-in does not end the run', async () => {
  const properties = { user: { type: 'string' }, password: { type: 'string', format: 'password' } };
  const schema = { type: 'object', required: ['user', 'password'], properties };
  const content = { 'application/json': { schema, example: { user: 'a', password: 'b' } } };
  const signIn = { requestBody: { required: true, content }, responses: success };
  const { run } = await verifyServer(signIn, (_, res) => res.end('anything'), { method: 'post' });
  expect(run.exchanges.map(({ request }) => String(request.body))).toContainEqual(
    expect.stringMatching(/"password":"[^"]*\\ud83d"/),
  );
});

test('a 404 for the id that was given is a failure', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: {} };
  const parameters = [id, { name: 'page', in: 'query', example: 1, schema: {} }];
  const operation = { parameters, responses: { ...done, 404: done[204] } };
  const args = ['--value', 'id=a'];
  const path = '/a/{id}';
  const handle: Handler = (req, res) => res.writeHead(req.url?.includes('page') ? 204 : 404).end();
  const report = await verifyServer(operation, handle, { path, args });
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
  const content = { 'application/json': { schema, example: {} } };
  const operation = { requestBody: { content }, responses: { ...done, 400: done[204] } };
  const report = await verifyServer(operation, (_, res) => res.writeHead(204).end(), {
    method: 'post',
  });
  expect(terminalReport(report)).toContain('id is "contract check"');
});

test('without credentials, the skipped cases name the scheme', async () => {
  const report = await verifyServer({ ...withKey, responses: done }, ifSent(key));
  expect(report.run.skipped).toContainEqual(
    expect.objectContaining({ reason: 'it needs credentials for key', option: '--header' }),
  );
});

const isJson = ({ headers }: IncomingMessage) =>
  /^application\/json\s*(;|$)/i.test(`${headers['content-type']}`);

test.each<[what: string, handle: Handler, ...failed: string[]]>([
  [
    'rejects other media types with 400 conforms',
    (req, res) => res.writeHead(isJson(req) ? 204 : 400).end(),
  ],
  [
    'accepts any media type violates it',
    (_, res) => res.writeHead(204).end(),
    'thing unsupported_media_type',
  ],
])('without a declared 415, a server that %s', async (_, handle, ...expected) => {
  const responses = { ...done, 400: done[204], default: done[204] };
  const media = { schema: { type: 'object' }, example: {} };
  const requestBody = { required: true, content: { 'application/json': media } };
  const operation = { requestBody, responses };
  const report = await verifyServer(operation, handle, { method: 'post' });
  expect(failedChecks(report).filter((it) => it.includes('media_type'))).toEqual(expected);
});

const text = { type: 'string' };
const textList = { type: 'array', items: text };
const commaLists = { name: 'X-List', in: 'header', example: ['a'], schema: textList };
const queryList = { name: 'q', in: 'query', example: ['a'], schema: textList };

test.each([
  ['query', { parameters: [queryList] }, ({ url }: IncomingMessage) => /q=.*&q=/.test(`${url}`)],
  [
    'header',
    { parameters: [commaLists] },
    (req: IncomingMessage) => /,/.test(`${req.headers['x-list']}`),
  ],
])('a list is sent with two items in the %s', async (_, operation, hasTwo) => {
  const report = await verifyServer({ ...operation, responses: done }, (req, res) =>
    res.writeHead(hasTwo(req) ? 500 : 204).end(),
  );
  expect(failedChecks(report)).toContain('thing not_a_server_error');
});

test('a parameter that can be used once has its own value in each request', async () => {
  const used = new Set<string | null>();
  const code = { name: 'code', in: 'query', required: true, example: 'a-code', schema: text };
  const operation = {
    parameters: [{ ...code, 'x-single-use': true }],
    responses: { ...done, 400: done[204], 409: done[204] },
  };
  const handle: Handler = ({ url = '' }, res) => {
    const value = new URL(url, 'http://things').searchParams.get('code');
    if (value === null) return void res.writeHead(400).end();

    res.writeHead(used.has(value) ? 409 : 204).end();
    used.add(value);
  };
  const report = await verifyServer(operation, handle, { args: ['--enforce-single-use'] });
  expect(failedChecks(report)).toEqual([]);
  expect(used.size).toBeGreaterThan(5);
});
