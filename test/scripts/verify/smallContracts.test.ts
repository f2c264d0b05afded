import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { bodyOf, contractOf } from '../../support/oneOperation.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

const done = { 204: { description: 'Done.' } };
const login = { Authorization: 'Basic YW5uYTpwYXNzIHdvcmQ=' };
const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  login: { type: 'http', scheme: 'basic' },
};

/** A contract with one operation at /v1/things. */
const thing = (operation: object, method = 'get') =>
  contractOf(
    { operationId: 'thing', ...operation },
    {
      method,
      path: '/things',
      components: { securitySchemes },
      servers: [{ url: 'https://things.example/v1' }],
    },
  );

const withKey = (responses: object) => thing({ security: [{ key: [] }], responses });

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Responds with a status if a request has a header, and otherwise with 401. */
const ifSent =
  (header: Record<string, string>, status = 204, headers = {}): Handler =>
  (req, res) => {
    const isSent = Object.entries(header).every(
      ([name, it]) => req.headers[name.toLowerCase()] === it,
    );
    if (isSent) res.writeHead(status, headers).end();
    else res.writeHead(401).end();
  };

const argumentsFor = (headers: Record<string, string>) =>
  Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);

/** Verifies a server that answers the declared method with a handler and every other one with 405. */
async function verifyServer(
  contract: ReturnType<typeof contractOf>,
  handle: Handler,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const [operation] = contract.operations;
  const { url } = await startHttpServer(async (req, res) => {
    req.resume();
    await once(req, 'end');
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    if (method === operation?.method) return handle(req, res);
    res.writeHead(405, { Allow: operation?.method }).end();
  });
  return runVerifier(contract, url, ['--allow-writes', ...args], env);
}

const success = { 200: { description: 'Done.' } };
const cached = { 'Cache-Control': 'public, max-age=60' };
const declaresCaching = {
  200: { description: 'Done.', headers: { 'Cache-Control': { schema: {} } } },
};
const key = { 'X-Key': 'secret' };
const requiresJson = { ...bodyOf({ type: 'object' }), responses: { ...done, 400: done[204] } };
const isJson = ({ headers }: IncomingMessage) =>
  /^application\/json\s*(;|$)/i.test(`${headers['content-type']}`);

test.each<[what: string, operation: object, sent: Record<string, string>, handle: Handler]>([
  ['401 without credentials', { security: [{ key: [] }], responses: done }, key, ifSent(key)],
  [
    'a success of an operation that is gone',
    { responses: { 410: { description: 'Gone.' } } },
    {},
    (_, res) => res.writeHead(410).end(),
  ],
  [
    'a private cache where HTTP shares nothing, because of Authorization',
    { security: [{ login: [] }], responses: success },
    login,
    ifSent(login, 200, { 'Cache-Control': 'max-age=60' }),
  ],
  [
    'another private cache than one that is named',
    { security: [{ key: [] }], responses: success },
    key,
    ifSent(key, 200, { 'Cache-Control': 'private, max-age=60' }),
  ],
  [
    'a private cache of an error',
    { security: [{ key: [] }], responses: { 404: { description: 'Never there.' } } },
    key,
    ifSent(key, 404, cached),
  ],
  [
    'a private cache where it declares another Cache-Control',
    { security: [{ key: [] }], responses: declaresCaching },
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
    'an empty body of a response without content',
    { responses: success },
    {},
    (_, res) => res.end('anything'),
  ],
])('a contract does not demand %s', async (_, operation, sent, handle) => {
  const report = await verifyServer(thing(operation), handle, argumentsFor(sent));
  expect(failedChecks(report)).toEqual([]);
  expect(report.skipped).toEqual([]);
});

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
  const args = ['--phases', 'examples,protocol'];
  const report = await verifyServer(thing(requiresJson, 'post'), handle, args);
  expect(failedChecks(report).filter((it) => it.includes('media_type'))).toEqual(expected);
});

describe('options', () => {
  const phases = ['--phases', 'examples'];

  test.each([
    ['', [], '/v1/things'],
    ['', ['--base-path', '/'], '/things'],
    ['', ['--base-path', '/api/'], '/api/things'],
    ['/other', [], '/other/things'],
  ])(
    'with a URL that ends with "%s" and %j, the requests are for %s',
    async (path, args, target) => {
      const targets: (string | undefined)[] = [];
      const { url } = await startHttpServer((req, res) => {
        targets.push(req.url);
        res.writeHead(204).end();
      });
      await runVerifier(thing({ responses: done }), url + path, [...phases, ...args]);
      expect(targets).toEqual([target]);
    },
  );

  test.each([
    ['key', 'KEY', { 'X-Key': 'secret' }],
    ['login', 'LOGIN', login],
  ])(
    '--auth puts the credentials of the scheme %s into its header',
    async (scheme, name, header) => {
      const env = { KEY: 'secret', LOGIN: 'anna:pass word' };
      const responses = { ...done, 401: { description: 'No.' } };
      const contract = thing({ security: [{ [scheme]: [] }], responses });
      const report = await verifyServer(
        contract,
        ifSent(header),
        ['--auth', `${scheme}=${name}`],
        env,
      );
      expect(failedChecks(report)).toEqual([]);
      expect(report.skipped).toEqual([]);
      const curls = report.results.map(({ curl }) => curl()).join();
      expect(curls).not.toMatch(/secret|YW5uYTpwYXNzIHdvcmQ=/);
    },
  );

  test('without credentials, the skipped cases name the scheme', async () => {
    const report = await verifyServer(withKey(done), (_, res) => res.writeHead(401).end());
    expect(report.skipped.map(({ reason }) => reason)).toContain(
      'it needs a session or credentials for key (--auth)',
    );
  });

  test('--header applies to every request or to those of one operation', async () => {
    const received: IncomingMessage['headers'][] = [];
    const handle: Handler = ({ headers }, res) => {
      received.push(headers);
      res.writeHead(204).end();
    };
    const args = ['--header', 'X-A: 1', '--header', 'thing X-B: 2: 3', '--header', 'other X-C: 4'];
    const cookies = ['--header', 'Cookie: a=1', '--header', 'thing Cookie: b=2'];
    await verifyServer(thing({ responses: done }), handle, [...phases, ...args, ...cookies]);
    expect(received).toMatchObject([{ 'x-a': '1', 'x-b': '2: 3', cookie: 'a=1; b=2' }]);
    expect(received[0]).not.toHaveProperty('x-c');
  });
});
