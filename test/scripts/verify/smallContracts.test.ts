import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { parseContract } from '../../../mock-api/contract/load/loadContract.ts';
import { planCases } from '../../../scripts/verify/phases/planCases.ts';
import { startHttpServer } from '../../support/startHttpServer.ts';
import { failedChecks, runVerifier } from '../../support/verify/runVerifier.ts';

/** A contract with one operation at /v1/things, in the flow style of YAML. */
function contractOf(method: string, operation: string, components = '{}') {
  return parseContract(
    `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
servers: [{ url: https://things.example/v1 }]
paths: { /things: { ${method}: { operationId: thing, ${operation} } } }
components: ${components}
`,
    'things.yaml',
  );
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

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

const key =
  '{ securitySchemes: { key: { type: apiKey, in: header, name: X-Key }, login: { type: http, scheme: basic } } }';

describe('what a contract does not declare is not demanded', () => {
  test('401 without credentials', async () => {
    const contract = contractOf(
      'get',
      'security: [{ key: [] }], responses: { "204": { description: Done. } }',
      key,
    );
    const handle: Handler = ({ headers }, res) =>
      res.writeHead(headers['x-key'] === 'secret' ? 204 : 401).end();
    const report = await verifyServer(contract, handle, ['--header', 'X-Key: secret']);
    expect(failedChecks(report)).toEqual([]);
    expect(report.skipped).toEqual([]);
  });

  test('a success, by an operation that is gone', async () => {
    const contract = contractOf('get', 'responses: { "410": { description: Gone. } }');
    const handle: Handler = (_, res) => res.writeHead(410).end();
    expect(failedChecks(await verifyServer(contract, handle))).toEqual([]);
  });

  const withBody =
    'requestBody: { required: true, content: { application/json: { schema: { type: object } } } }, responses: { "204": { description: Done. }, "400": { description: Invalid. } }';

  test.each([
    [
      'that HTTP does not share, because of Authorization',
      'security: [{ login: [] }], responses: { "200": { description: Done. } }',
      { 'Cache-Control': 'max-age=60' },
    ],
    [
      'whose Cache-Control it declares',
      'security: [{ key: [] }], responses: { "200": { description: Done., headers: { Cache-Control: { schema: { type: string } } } } }',
      { 'Cache-Control': 'public, max-age=60' },
    ],
    [
      'with the cookie of a load balancer',
      'responses: { "200": { description: Done. } }',
      { 'Cache-Control': 'public, max-age=60', 'Set-Cookie': 'lb=1; Path=/' },
    ],
  ])('no shared cache for a response %s', async (_, operation, headers) => {
    const contract = contractOf('get', operation, key);
    const [scheme] = contract.operations[0]?.security.flat() ?? [];
    const handle: Handler = (req, res) => {
      const { authorization, 'x-key': sent } = req.headers;
      const isAllowed =
        scheme?.type === 'http' ? authorization === 'Basic YTpi' : !scheme || sent === 'a';
      if (isAllowed) res.writeHead(200, headers).end();
      else res.writeHead(401).end();
    };
    const args = ['--header', 'X-Key: a', '--header', 'Authorization: Basic YTpi'];
    expect(failedChecks(await verifyServer(contract, handle, args))).toEqual([]);
  });

  test('415, but a media type must still be rejected', async () => {
    const contract = contractOf('post', withBody);
    const isJson = ({ headers }: IncomingMessage) =>
      /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
    const args = ['--phases', 'examples,protocol'];
    const strict: Handler = (req, res) => res.writeHead(isJson(req) ? 204 : 400).end();
    const types = (report: Awaited<ReturnType<typeof verifyServer>>) =>
      failedChecks(report).filter((name) => name.includes('media_type'));
    expect(types(await verifyServer(contract, strict, args))).toEqual([]);
    const lenient: Handler = (_, res) => res.writeHead(204).end();
    expect(types(await verifyServer(contract, lenient, args))).toEqual([
      'thing unsupported_media_type',
    ]);
  });

  test('a body of a response without content', async () => {
    const contract = contractOf('get', 'responses: { "200": { description: Anything. } }');
    const report = await verifyServer(contract, (_, res) => res.end('anything'));
    expect(failedChecks(report)).toEqual([]);
  });
});

test('an optional query parameter without a value is described as empty, not as null', () => {
  const contract = contractOf(
    'get',
    'parameters: [{ name: page, in: query, schema: { type: integer } }], responses: { "200": { description: Done. }, "400": { description: Invalid. } }',
  );
  const cases = planCases(contract).cases.filter(({ request }) =>
    request.target.endsWith('?page='),
  );
  expect(cases.map(({ description }) => description)).toEqual([
    'The query parameter "page" is empty.',
  ]);
});

describe('options', () => {
  const plain = contractOf('get', 'responses: { "204": { description: Done. } }');
  const phases = ['--phases', 'examples'];

  async function targetsOf(args: readonly string[], path = '') {
    const targets: (string | undefined)[] = [];
    const { url } = await startHttpServer((req, res) => {
      targets.push(req.url);
      res.writeHead(204).end();
    });
    await runVerifier(plain, url + path, [...phases, ...args]);
    return targets;
  }

  test('--base-path replaces the path of the contract’s server, and so does that of the URL', async () => {
    expect(await targetsOf([])).toEqual(['/v1/things']);
    expect(await targetsOf(['--base-path', '/'])).toEqual(['/things']);
    expect(await targetsOf(['--base-path', '/api/'])).toEqual(['/api/things']);
    expect(await targetsOf([], '/other')).toEqual(['/other/things']);
  });

  test('--auth puts credentials where their scheme expects them', async () => {
    const env = { KEY: 'secret', LOGIN: 'anna:pass word' };
    for (const [scheme, variable, expected] of [
      ['key', 'KEY', { 'x-key': 'secret' }],
      ['login', 'LOGIN', { authorization: 'Basic YW5uYTpwYXNzIHdvcmQ=' }],
    ] as const) {
      const contract = contractOf(
        'get',
        `security: [{ ${scheme}: [] }], responses: { "204": { description: Done. }, "401": { description: No. } }`,
        key,
      );
      const [name, value] = Object.entries(expected)[0] as [string, string];
      const handle: Handler = ({ headers }, res) =>
        res.writeHead(headers[name] === value ? 204 : 401).end();
      const report = await verifyServer(contract, handle, ['--auth', `${scheme}=${variable}`], env);
      expect(failedChecks(report)).toEqual([]);
      expect(report.skipped).toEqual([]);
      expect(report.results.map(({ curl }) => curl()).join()).not.toContain(
        value.split(' ').at(-1),
      );
    }
  });

  test('without credentials, the skipped cases name the scheme', async () => {
    const contract = contractOf(
      'get',
      'security: [{ key: [] }], responses: { "204": { description: Done. } }',
      key,
    );
    const report = await verifyServer(contract, (_, res) => res.writeHead(401).end());
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
    await verifyServer(plain, handle, [...phases, ...args, ...cookies]);
    expect(received).toMatchObject([{ 'x-a': '1', 'x-b': '2: 3', cookie: 'a=1; b=2' }]);
    expect(received[0]).not.toHaveProperty('x-c');
  });
});
