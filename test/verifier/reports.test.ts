import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { terminalReport } from '#verifier';
import { startHttpServer } from '../startHttpServer.ts';
import { edit, on, respond } from './fixtures/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  html,
  problem,
  withHeaders,
} from './fixtures/reference-backend/exchange.ts';
import {
  allWritesArguments,
  backendUrl,
  failureLines,
  printedSecrets,
  referenceContract,
  runVerifier,
  verifyReference,
} from './fixtures/runVerifier.ts';
import { type Handler, jsonBody, verifyServer } from './fixtures/verifyServer.ts';

const done = { description: 'Done.' };
const content = { 'application/json': { schema: { type: 'object' }, example: {} } };
const read = { responses: { 200: { ...done, content }, 429: done } };
const withKey = { ...read, security: [{ key: [] }], responses: { ...read.responses, 401: done } };
const text = { type: 'string', maxLength: 100 };
const note = { type: 'object', required: ['text'], properties: { text } };
const responses = { 204: done, 400: done, 415: done };
const write = { ...jsonBody(note, { text: 'Hello' }), responses };

/** Sends JSON with headers. */
const json =
  (body: string | Buffer, headers: Record<string, string> = {}): Handler =>
  (_, res) =>
    res.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);

const page: Handler = (_, res) => res.writeHead(200, { 'Content-Type': 'text/html' }).end('Hello');
const wrongDate = { Date: 'Fri, 27 Nov 2026 10:00:00 +0000' };

test.each<{ fact: string; operation?: object; handle: Handler; args?: string[]; shows: RegExp }>([
  {
    fact: 'a byte order mark is shown',
    handle: json('\ufeff{}'),
    shows: /The body is not valid JSON\.\n(.*\n)+.* 200 application\/json, \\ufeff\{\}/,
  },
  {
    fact: 'a failure shows the value of the header that is wrong, and four other cases',
    handle: json('{}', { ETag: 'abc' }),
    shows:
      /✗ thing {2}\d+ requests\n(.*\n)* +received +200 application\/json, etag: abc, \{\}\n(.*\n)* +also in +\d+ more:( [^;]+;){4} …/,
  },
  {
    fact: 'of a group of headers, the one that fails is shown',
    handle: (req, ...others) =>
      (req.headers['x-request-id']?.includes('-') ? page : json('{}'))(req, ...others),
    shows: /case +X-Request-ID: [\da-f-]+ \(again/,
  },
  {
    fact: 'what was declared is named in words',
    handle: page,
    shows: /expected +a body of application\/json that matches its schema\n/,
  },
  {
    fact: 'a page for signing in that is sent with 200 needs another status',
    operation: withKey,
    args: ['--header', 'X-Key: secret'],
    handle: (req, ...others) =>
      (req.headers['x-key'] === 'secret' ? json('{}') : page)(req, ...others),
    shows: /expected +401\n +received +200 text\/html/,
  },
  {
    fact: 'a failure about caches shows how long they store the response',
    operation: withKey,
    args: ['--header', 'X-Key: secret'],
    handle: (req, res, count) =>
      req.headers['x-key'] === 'secret'
        ? json('{}')(req, res, count)
        : res.writeHead(401, { Expires: 'Thu, 31 Dec 2099 00:00:00 GMT' }).end(),
    shows:
      /Caches store the 401 .*\n(.*\n)+ +received +401 no Content-Type, expires: Thu, 31 Dec 2099/,
  },
  {
    fact: 'a failure about an origin shows that it may read with cookies',
    handle: ({ headers: { origin } }, res) => {
      const allowed = { 'Access-Control-Allow-Origin': `${origin}` };
      const credentials = { 'Access-Control-Allow-Credentials': 'true' };
      const type = { 'Content-Type': 'application/json' };
      res.writeHead(200, origin === 'null' ? { ...type, ...allowed, ...credentials } : type);
      res.end('{}');
    },
    shows: /received .* access-control-allow-origin: null, access-control-allow-credentials: true/,
  },
  {
    fact: 'a body that repeats a key of six characters is a failure, and shown without it',
    operation: withKey,
    args: ['--header', 'X-Key: secret'],
    handle: (req, res, count) =>
      req.headers['x-key'] === 'secret'
        ? json('{"a":"secret"}')(req, res, count)
        : res.writeHead(401).end(),
    shows: /The body contains a credential of the request\.\n(.*\n)*.* \{"a":"•••"\}/,
  },
  {
    fact: 'a failure of a limit shows the response of the limit',
    handle: (req, res, count) =>
      count === 5
        ? res.writeHead(429, { 'Retry-After': '0', ETag: 'abc' }).end()
        : json('{}')(req, res, count),
    shows: /received +429 .*etag: abc(.*\n)+ +# The server returns 429 only after many requests/,
  },
  {
    fact: 'what fails now and then did not happen again',
    handle: (req, res, count) =>
      count % 7 === 0 ? res.writeHead(500).end() : json('{}')(req, res, count),
    shows:
      /The server returned 500\.\n.*\(not again when it was repeated\)(.*\n)+ +# It did not fail again: /,
  },
  {
    fact: 'an operation whose connections close is not tested with valid data',
    handle: (_, res) => res.destroy(),
    shows: /every response to valid data was missing/,
  },
])('$fact', async ({ operation = read, handle, args = [], shows }) => {
  const report = await verifyServer(operation, handle, { args });
  expect(terminalReport(report)).toMatch(shows);
  expect(report.failures).toHaveLength(1);
});

test('a header that is always wrong is one failure, for which no text is sent alone', async () => {
  const report = await verifyServer(write, (_, res) => res.writeHead(204, wrongDate).end(), {
    method: 'post',
    args: ['--skip-check', 'negative_data_rejection,unsupported_media_type'],
  });
  expect(failureLines(report)).toEqual([
    'thing response_headers_conformance: The header "date" is not a date of HTTP.',
  ]);
  const sent = report.run.exchanges.map(({ description }) => description);
  expect(sent).toContain('each text contains quotes and backslashes');
  expect(sent).not.toContainEqual(expect.stringMatching(/^text contains/));
});

test('a body that must be rejected for its syntax is reported with its media type', async () => {
  const readsOneValue: Handler = ({ body }, res) =>
    res.writeHead(body.startsWith('{"text":"[contract-check] Hello"}') ? 204 : 400).end();
  const report = await verifyServer(write, readsOneValue, { method: 'post' });
  expect(terminalReport(report)).toMatch(/ because of line \d+ \(application\/json\)\n/);
});

test('a password is masked in a media type and in the name of a cookie', async () => {
  const repeats = edit(200, (response, { field }) => {
    const name = field('password').replaceAll(' ', '%20');
    return withHeaders(response, {
      'Content-Type': `text/${name}`,
      'Set-Cookie': [String(response.headers['Set-Cookie']), `${name}=0123456789; Path=/`],
      Date: 'never',
    });
  });
  const report = await verifyReference(repeats, '--only', 'signIn');
  expect(printedSecrets(report)).toEqual([]);
});

test('a session id that a limit sets is masked', async () => {
  const id = 'k7QzX0p3VtLm';
  const limits: Handler = (req, res, count) =>
    count === 5
      ? res
          .writeHead(429, {
            'Retry-After': '0',
            ETag: id,
            'Set-Cookie': [`S=${id}`, 'R=deleted-cookie; Max-Age=0'],
          })
          .end(`${id} deleted-cookie`)
      : json('{}')(req, res, count);
  const text = terminalReport(await verifyServer(read, limits));
  expect(text).toMatch(/received +429 .*••• deleted-cookie/);
  expect(text).not.toContain(id);
});

test('400 for a value that is not real hints at a captcha', async () => {
  const once = { ...note, properties: { text: { ...text, 'x-single-use': true } } };
  const operation = { ...jsonBody(once, { text: 'Hello' }), responses };
  const reject: Handler = (_, res) => res.writeHead(400).end();
  const report = await verifyServer(operation, reject, { method: 'post' });
  expect(terminalReport(report)).toMatch(/hint +"text" is not real\. .* \(a captcha\)/);
});

test.each([
  { brief: 'may be missing', args: [] },
  {
    brief: 'is missing',
    args: ['--brief', 'daily-harvest', '--skip-check', 'positive_data_acceptance'],
  },
])('another method of a brief that $brief may get 404', async ({ args }) => {
  const url = await backendUrl(respond(() => problem(404)));
  const all = ['--only', 'getBrief', '--allow-writes', ...args];
  const { run } = await runVerifier(referenceContract, url, all);
  expect(run.failures).toEqual([]);
});

test('a redirect to the same path of another origin ends the run with the right URL', async () => {
  const { url } = await startHttpServer((req, res) =>
    res.writeHead(301, { Location: `https://backend.example.com${req.url}` }).end(),
  );
  const run = runVerifier(referenceContract, url, allWritesArguments);
  await expect(run).rejects.toThrow('The URL redirects to https://backend.example.com: use that.');
});

test('a page that is sent for every path is one failure of most operations', async () => {
  const always = on(() => true, html(200, 'Sign in'));
  const report = await verifyReference(always, '--only', 'getBrief,getCurrentUser');
  expect(failureLines(report)).toEqual([
    'getBrief, getCurrentUser content_type_conformance: The body has the media type text/html; expected application/json.',
    'signIn session_cookie_conformance: The sign-in set no session id.',
    'getCurrentUser unsupported_method: The status for an undeclared method is 200.',
  ]);
});

test('a page of a firewall for a sign-in does not blame the password', async () => {
  const rejects = on(({ method }) => method === 'POST', html(403, 'Forbidden'));
  const report = await verifyReference(rejects, '--only', 'submitFeedback,getCurrentUser');
  expect(terminalReport(report)).toContain('403 text/html');
  expect(terminalReport(report)).not.toMatch(/Check VERIFY_USER|\(a captcha\)/);
});

const named = { type: 'object', properties: { name: { type: 'string' } } };
const brief = {
  parameters: [{ name: 'briefId', in: 'path', required: true, schema: {}, example: 'a' }],
  responses: { 200: { ...done, content: { 'application/json': { schema: named } } } },
};

test.each([
  {
    name: 'is that of another property',
    sent: '{"name":"Coffee","title":"Café"}',
    text: 'name:Café',
    finds: 'response_consistency: "name" is not the text that the options give',
  },
  {
    name: 'is encoded twice',
    sent: '{"name":"CafÃ©"}',
    finds: 'response_consistency: No property is the text that the options give',
  },
  {
    name: 'is in another character set',
    sent: Buffer.from('{"name":"Café"}', 'latin1'),
    finds: 'response_schema_conformance: The body is not valid utf-8 text.',
  },
  {
    name: 'is null',
    sent: '{"name":null}',
    finds: 'response_schema_conformance: The body\'s "name" must be of type string.',
  },
  {
    name: 'has an entity of HTML, which is worth a warning,',
    sent: '{"name":"Caf&#233;"}',
    text: 'name:Caf&#233;',
    finds: 'thing: A text in the JSON has an entity of HTML: &#233;',
  },
  {
    name: 'could be that of another property, which is worth a warning,',
    sent: '{"name":"Café","title":"Tea"}',
    finds: '"title" could have it too. Recommended: --brief ID=name:TEXT.',
  },
])('a name that $name is reported, and nothing else', async ({ sent, text = 'Café', finds }) => {
  const args = ['--brief', `a=${text}`];
  const report = await verifyServer(brief, json(sent), { path: '/a/{briefId}', args });
  expect([...failureLines(report), ...report.warnings]).toEqual([expect.stringContaining(finds)]);
});

test('an id that exists once it was read is named so', async () => {
  const known = new Set(['/a/a']);
  const handle: Handler = (req, res, count) => {
    if (known.has(`${req.url}`)) return json('{}')(req, res, count);
    known.add(`${req.url}`);
    return res.writeHead(404).end();
  };
  const operation = { ...brief, responses: { ...brief.responses, 404: done } };
  const report = await verifyServer(operation, handle, {
    path: '/a/{briefId}',
    args: ['--brief', 'a'],
  });
  expect(failureLines(report)).toContain(
    'thing unknown_resource_rejection: The server returned 200 for an id that got 404 before.',
  );
});

test('a session that a request has ended names this request', async () => {
  const ends: CreateMiddleware = (state) => async (request, next) => {
    const response = await next();
    if (request.header('if-modified-since') !== '') state.sessions.delete(request.sessionId ?? '');
    return response;
  };
  const report = await verifyReference(ends, '--only', 'getCurrentUser');
  expect(terminalReport(report)).toMatch(
    /hint +A read in the same session was accepted before, in the case "If-Modified-Since: /,
  );
});

test('sessions whose ids have a character that is lost are counted', async () => {
  const losesPlus: CreateMiddleware = (state) => {
    let count = 0;
    state.createSessionId = () =>
      `${randomBytes(16).toString('hex')}${++count % 3 === 1 ? '+' : ''}`;
    return ({ headers }, next) =>
      next({ headers: { ...headers, cookie: headers.cookie?.replace('+', ' ') } });
  };
  const report = await verifyReference(losesPlus, '--only', 'getCurrentUser');
  expect(failureLines(report)).toEqual([
    'getCurrentUser positive_data_acceptance: The server returned 401 in some sessions of the user, but not in others.',
  ]);
  expect(terminalReport(report)).toMatch(
    /hint +\d+ of \d+ sessions failed\. Their ids have "\+", .*: •••\+, /,
  );
});

test('a session that outlives its end for a time is named so', async () => {
  const kept = new Map<string, BackendResponse>();
  const keepsUntilWrites: CreateMiddleware = () => async (request, next) => {
    const { id, method, sessionId = '' } = request;
    if (method === 'POST' && id === 'form-submit') kept.clear();
    if (id !== 'currentUser') return next();

    const response = kept.get(sessionId) ?? (await next());
    if (response.status === 200) kept.set(sessionId, response);
    return response;
  };
  const report = await verifyReference(keepsUntilWrites, '--only', 'getCurrentUser,submitFeedback');
  expect(terminalReport(report)).toMatch(
    /\n +# The same request, \d\.\d s later, did not fail any more\./,
  );
});

test('a blank in the password may be the reason why a sign-in is rejected', async () => {
  const report = await verifyReference(
    on(({ text }) => text.includes('correct+horse'), problem(401)),
    '--only',
    'getBrief,signIn',
  );
  expect(terminalReport(report)).toMatch(/hint +Check .* VERIFY_PASSWORD, which the form encodes,/);
});

test('a session that one of two processes knows is one failure', async () => {
  let count = 0;
  const forgets = on(({ id }) => id === 'currentUser' && ++count % 2 === 0, problem(401));
  const report = await verifyReference(forgets, '--only', 'getCurrentUser');
  expect(failureLines(report)).toEqual([
    'getCurrentUser positive_data_acceptance: The server returned 401 in some requests of a session, but not in others.',
  ]);
  expect(terminalReport(report)).toMatch(
    /hint +\d+ of \d+ requests failed, some of them not again /,
  );
});
