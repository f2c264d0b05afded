import { expect, test } from 'vitest';
import { othersArrive } from './fixtures/reference-backend/changes.ts';
import { failedCases, failureLines } from './fixtures/runVerifier.ts';
import { type Handler, jsonBody, verifyServer } from './fixtures/verifyServer.ts';

const accept: Handler = (_, res) => res.writeHead(204).end();
const done = { 204: { description: 'Done.' } };
const success = { 200: { description: 'Done.' } };

test.each<{
  demand: string;
  security?: object[];
  /** The header of a request without which the server sends 401. */
  sent?: [name: string, value: string];
}>([
  { demand: '401 without credentials', security: [{ key: [] }], sent: ['X-Key', 'secret'] },
  { demand: '401 without a cookie', security: [{ session: [] }], sent: ['Cookie', 'S=secret'] },
  { demand: '401 for credentials that are optional', security: [{}, { session: [] }] },
])('a contract does not demand $demand', async ({ security, sent }) => {
  const [name = '', value = ''] = sent ?? [];
  const report = await verifyServer(
    { security, responses: success },
    ({ headers }, res) =>
      res.writeHead(`${headers[name.toLowerCase()]}`.includes(value) ? 200 : 401).end('anything'),
    { args: sent ? ['--header', sent.join(': ')] : [] },
  );
  expect(failureLines(report)).toEqual([]);
  expect(report.run.skipped).toEqual([]);
});

test('an operation without a body may end the session that was given', async () => {
  let hasEnded = false;
  const operation = { security: [{ session: [] }], responses: { ...done, 401: done[204] } };
  const report = await verifyServer(
    operation,
    ({ headers: { cookie = '' } }, res) => {
      const isKnown = cookie.includes('S=secret') && !hasEnded;
      hasEnded ||= isKnown;
      res.writeHead(isKnown ? 204 : 401).end();
    },
    { method: 'post', args: ['--header', 'Cookie: S=secret'] },
  );
  expect(failureLines(report)).toEqual([]);
  expect(report.untested).toEqual([]);
});

test('a redirect that an operation declares is a success', async () => {
  const report = await verifyServer({ responses: { 303: { description: 'Done.' } } }, (_, res) =>
    res.writeHead(303, { Location: '/done' }).end(),
  );
  expect(failureLines(report)).toEqual([]);
  expect(report.untested).toEqual([]);
});

test('where an operation declares only 404, any status but a 5xx is right for an invalid query', async () => {
  const page = { name: 'page', in: 'query', example: 1, schema: { type: 'integer' } };
  const operation = { parameters: [page], responses: { ...success, 404: done[204] } };
  const report = await verifyServer(operation, ({ url = '' }, res) => {
    const isNumber = !/page=(contract|true|0\.5)/.test(url);
    res.writeHead(isNumber ? 200 : url.includes('true') ? 500 : 400).end();
  });
  expect(failedCases(report)).toEqual(['not_a_server_error: page is true']);
});

test('a run takes as long as --rate demands', async () => {
  const { run } = await verifyServer({ responses: done }, accept, { args: ['--rate', '50'] });
  // The last requests may be sent at the same time.
  expect(run.durationMs).toBeGreaterThan((run.sentCount - 10) * 20);
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
  expect(failureLines(report)).toContain(
    'thing positive_data_acceptance: The server returned 404 for a request that conforms.',
  );
});

test('a value of the command line has the type of its property', async () => {
  const properties = { id: { type: 'integer' }, name: { type: ['string', 'integer'] } };
  const schema = { type: 'object', required: ['id', 'name'], properties };
  const operation = { ...jsonBody(schema, { id: 1, name: 'a' }), responses: done };
  const args = ['--value', 'id=7', '--value', 'name=8'];
  const { run } = await verifyServer(operation, accept, { method: 'post', args });
  expect(String(run.exchanges[0]?.request.body)).toBe('{"id":7,"name":"8"}');
});

test('a property that the example of a body lacks is sent with values that violate its schema', async () => {
  const schema = { type: 'object', properties: { id: { type: 'integer' } } };
  const operation = { ...jsonBody(schema, {}), responses: { ...done, 400: done[204] } };
  const report = await verifyServer(operation, accept, { method: 'post' });
  expect(failedCases(report)).toContain('negative_data_rejection: id is "contract check"');
});

test('half an emoji in the password of a sign-in does not end the run', async () => {
  const properties = { user: { type: 'string' }, password: { type: 'string', format: 'password' } };
  const schema = { type: 'object', required: ['user', 'password'], properties };
  const signIn = { ...jsonBody(schema, { user: 'a', password: 'b' }), responses: done };
  const { run } = await verifyServer(signIn, accept, { method: 'post' });
  expect(run.exchanges.map(({ request }) => String(request.body))).toContainEqual(
    expect.stringMatching(/"password":"[^"]*\\ud83d"/),
  );
});

test.each([
  { scheme: 'key', reason: 'it needs credentials for key', option: '--header' },
  {
    scheme: 'session',
    reason: 'it needs a session, and no sign-in has a link to a read that needs one',
    option: '--header',
  },
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
    failed: ['thing unsupported_media_type: The status for an undeclared media type is 204.'],
  },
])('without a declared 415, a server that $server', async ({ statusOf, failed }) => {
  const responses = { ...done, 400: done[204], default: done[204] };
  const report = await verifyServer(
    { ...jsonBody({ type: 'object' }, {}), responses },
    ({ headers }, res) => res.writeHead(statusOf(`${headers['content-type']}`)).end(),
    { method: 'post' },
  );
  expect(failureLines(report).filter((it) => it.includes('media_type'))).toEqual(failed);
});

test('a parameter that can be used once has its own value in each request', async () => {
  const used = new Set<string | null>();
  const code = { name: 'code', in: 'query', required: true, example: 'a-code' };
  const operation = {
    parameters: [{ ...code, schema: { type: 'string', 'x-single-use': true } }],
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

const once = {
  code: { type: 'string', 'x-single-use': true },
  text: { type: 'string', maxLength: 50 },
};

test.each<{
  sent: string;
  /** The status for a used value, in the same body or in another one. */
  status: { same: number; other: number };
  conflict?: object;
  warnings?: string[];
}>([
  {
    sent: 'the first response to the same body, and 429 of a limit to another,',
    status: { same: 204, other: 429 },
  },
  {
    sent: '400, if no 409 is declared,',
    status: { same: 400, other: 400 },
    conflict: {},
  },
  {
    sent: '409, and to another body 400, with which the client cannot know that the first one arrived,',
    status: { same: 409, other: 400 },
    warnings: ['thing: The server returned 400 for a used value. Recommended: 409.'],
  },
])('$sent is no failure for a used value', async ({ status, warnings = [], ...row }) => {
  const { conflict = { 409: done[204] } } = row;
  const schema = { type: 'object', required: ['code', 'text'], properties: once };
  const responses = { ...done, 400: done[204], 415: done[204], 429: done[204], ...conflict };
  const bodies = new Map<unknown, string>();
  const report = await verifyServer(
    { ...jsonBody(schema, { code: 'a-code', text: 'Hello' }), responses },
    ({ body }, res) => {
      const [, code] = /"code":"(.*?)"/.exec(body) ?? [];
      const first = bodies.get(code);
      if (code !== undefined) bodies.set(code, first ?? body);
      const repeated = first === body ? status.same : status.other;
      res.writeHead(first === undefined ? 204 : repeated, { 'Retry-After': '0' }).end();
    },
    {
      method: 'post',
      args: [
        ...['--enforce-single-use', '--skip-check'],
        'negative_data_rejection,unsupported_media_type',
      ],
    },
  );
  expect(failureLines(report)).toEqual([]);
  expect(report.warnings).toEqual(warnings);
});

test('a server that rejects a used value, but not at the same time, fails', async () => {
  const schema = { type: 'object', required: ['code', 'text'], properties: once };
  const responses = { ...done, 400: done[204], 409: done[204], 415: done[204] };
  const used = new Set<string | undefined>();
  const report = await verifyServer(
    { ...jsonBody(schema, { code: 'a-code', text: 'Hello' }), responses },
    async ({ body }, res) => {
      const [, code] = /"code":"(.*?)"/.exec(body) ?? [];
      const isUsed = code !== undefined && used.has(code);
      await othersArrive();
      used.add(code);
      res.writeHead(isUsed ? 409 : 204).end();
    },
    { method: 'post', args: ['--skip-check', 'negative_data_rejection,unsupported_media_type'] },
  );
  expect(failureLines(report)).toEqual([
    'thing single_use: The server accepted a value twice at the same time.',
  ]);
});
