import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exitCodeOf, type Report, terminalReport } from '#verifier';
import { startHttpServer } from '../../support/startHttpServer.ts';
import {
  edit,
  editHeaders,
  editJson,
  on,
} from '../../support/verifier/reference-backend/changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from '../../support/verifier/reference-backend/exchange.ts';
import { knownProfile } from '../../support/verifier/reference-backend/state.ts';
import {
  allWritesArguments,
  backendUrl,
  editorCredentials,
  failedChecks,
  referenceContract,
  respond,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

type Change = (response: BackendResponse, request: BackendRequest) => BackendResponse;

const declaredMethods = ['GET', 'HEAD', 'POST'];
const page = (status: number) => html(status, 'nginx');

test.each<[what: string, change: Change]>([
  ['has nginx in front', (usual, { method }) => (method === 'TRACE' ? page(405) : usual)],
  [
    'knows no other methods',
    (usual, { method }) => (declaredMethods.includes(method) ? usual : page(501)),
  ],
  [
    'checks credentials before methods',
    (usual, { method }) => (usual.status === 405 && method !== 'OPTIONS' ? page(401) : usual),
  ],
  [
    'rejects undeclared names in the query',
    (usual, { query }) => (/contractCheck|_method|briefId/.test(query) ? problem(400) : usual),
  ],
  [
    'sends a page for what it cannot decode',
    (usual, { target }) => (/%(00|ff|zz)/i.test(target) ? page(400) : usual),
  ],
])('a server that %s conforms', async (_, change) => {
  const report = await verifyReference(respond(change), '--only', 'getBrief,submitFeedback');
  expect(failedChecks(report)).toEqual([]);
});

test('without --brief, another method of a brief that is missing may get 404', async () => {
  const url = await backendUrl(
    respond((usual, { path }) => (path.includes('/briefs/') ? problem(404) : usual)),
  );
  const report = await runVerifier(referenceContract, url, ['--only', 'getBrief']);
  expect(report.run.failures).toEqual([]);
});

/** Sends a response to each request after the first ones. */
const after = (count: number, response: BackendResponse): CreateMiddleware => {
  let received = 0;
  return on(() => ++received > count, response);
};

test('503 without Retry-After after successes is one failure that names a limit', async () => {
  const report = await verifyReference(after(40, page(503)), '--only', 'getBrief,submitFeedback');
  expect(report.failures.map(({ message }) => message)).toEqual(
    [
      'The server returned 503 without Retry-After, after it had accepted requests.',
      expect.stringContaining('503'),
    ].slice(0, report.failures.length),
  );
  const text = terminalReport(report);
  expect(report.run.sentCount).toBeLessThan(60);
  expect(text).toContain('limit in front of the server');
  expect(text).toContain('--rate');
});

test('a run of which a limit rejects most requests has not passed, and exits with 3', async () => {
  const limit = withHeaders(problem(429), { 'Retry-After': '600' });
  const report = await verifyReference(after(60, limit), '--only', 'getBrief,submitFeedback');
  expect(failedChecks(report)).toEqual([]);
  const text = terminalReport(report);
  expect(text).toMatch(/· submitFeedback {2}not tested with valid data: .* rejected by a limit/);
  expect(text).toMatch(/Not tested: submitFeedback \(--rate\)\.$/);
  expect(exitCodeOf(report)).toBe(3);
});

test('a redirect to the same path of another origin ends the run with the right URL', async () => {
  const { url } = await startHttpServer((req, res) =>
    res.writeHead(301, { Location: `https://backend.example.com${req.url}` }).end(),
  );
  const run = runVerifier(referenceContract, url, allWritesArguments);
  await expect(run).rejects.toThrow('The URL redirects to https://backend.example.com: use that.');
});

test('a byte order mark is named and shown', async () => {
  const marked = edit(200, ({ body }) => ({ body: `\ufeff${body}` }));
  const report = await verifyReference(marked, '--only', 'getBrief');
  expect(report.failures.map(({ message }) => message)).toEqual([
    'The body begins with a byte order mark.',
  ]);
  expect(terminalReport(report)).toContain('\\ufeff{"name"');
});

test('one cause in all operations is one failure', async () => {
  const date = editHeaders([200, 204, 400, 401, 404], { Date: 'Fri, 27 Nov 2026 10:00:00 +0000' });
  const { failures } = await verifyReference(date, '--only', 'getBrief,getCurrentUser');
  expect(failures.map(({ check }) => check)).toEqual(['response_headers_conformance']);
  expect(failures[0]?.operations).toEqual(
    expect.arrayContaining(['getBrief', 'signIn', 'getCurrentUser']),
  );
});

test('what fails now and then is one failure, which did not happen again', async () => {
  let count = 0;
  const crashes = on(() => ++count % 25 === 0, crashPage);
  const report = await verifyReference(crashes, '--only', 'getBrief,getCurrentUser');
  expect(report.failures.length).toBeLessThanOrEqual(2);
  expect(terminalReport(report)).toContain('(not again when it was repeated)');
  expect(terminalReport(report)).not.toMatch(/reject it|count characters|captcha/i);
});

test('a connection that is reset on invalid data fails only there', async () => {
  const resets: CreateMiddleware = () => async (_, next) => {
    const response = await next();
    if (response.status === 400) throw new Error('The connection is reset.');
    return response;
  };
  const { failures, run } = await verifyReference(resets, '--only', 'submitFeedback');
  expect(failures.map(({ message }) => message)).toEqual([
    'The connection closed without a response (ECONNRESET).',
  ]);
  expect(run.exchanges.filter(({ response }) => response.status === 204).length).toBeGreaterThan(
    60,
  );
});

test('a server that ends is named with its last request, and the run ends', async () => {
  let count = 0;
  const server = await startHttpServer((req, res) => {
    count += 1;
    req.resume();
    const type = { 'Content-Type': 'application/problem+json' };
    res.writeHead(404, type).end('{"title":"Not found","status":404}');
    if (count === 20) server.server.close().closeAllConnections();
  });
  const report = await runVerifier(referenceContract, server.url, ['--only', 'getBrief']);
  const messages = report.run.failures.map(({ message }) => message);
  expect(messages.at(-1)).toMatch(/^Since request 2[01] the server accepts no connections\.$/);
  expect(report.run.sentCount).toBe(21);
});

test('a page that is sent for every path is one failure of most operations', async () => {
  const report = await verifyReference(
    on(() => true, html(200, 'Sign in')),
    '--only',
    'getBrief,getCurrentUser',
  );
  expect(failedChecks(report)).toEqual([
    'getBrief content_type_conformance',
    'getCurrentUser content_type_conformance',
    'getCurrentUser unsupported_method',
    'signIn session_cookie_conformance',
  ]);
});

test('a page for signing in that is sent with 200 is named as one', async () => {
  const report = await verifyReference(
    edit(
      401,
      () => html(200, 'Sign in'),
      ({ id }) => id === 'currentUser',
    ),
    '--only',
    'getCurrentUser',
  );
  const text = terminalReport(report);
  expect(failedChecks(report)).toEqual(['getCurrentUser content_type_conformance']);
  expect(text).toMatch(/expected +401 or 403\n +received +200 text\/html/);
  expect(text).toContain('A page for signing in or for an error needs another one.');
});

test('a failure shows the value of the header that it names', async () => {
  const report = await verifyReference(editHeaders(200, { ETag: 'abc' }), '--only', 'getBrief');
  expect(terminalReport(report)).toMatch(/received +200 application\/json, etag: abc, \{/);
});

test('a page of a firewall for a sign-in does not blame the password', async () => {
  const rejects = on(({ method }) => method === 'POST', html(403, 'Forbidden'));
  const report = await verifyReference(rejects, '--only', 'submitFeedback,getCurrentUser');
  expect(terminalReport(report)).toContain('403 text/html');
  expect(terminalReport(report)).not.toMatch(/Check VERIFY_USER|\(a captcha\)/);
});

test('a server that closes the first connection may expect HTTPS', async () => {
  const server = await startHttpServer((req) => void req.destroy());
  const report = await runVerifier(referenceContract, server.url, ['--only', 'getBrief']);
  expect(terminalReport(report)).toContain(
    'If the server expects HTTPS, its URL starts with https',
  );
});

test('a server that hangs is named with the first request that it did not answer', async () => {
  let count = 0;
  const hangs = on(
    () => ++count >= 10,
    () => new Promise(() => {}),
  );
  const args = ['--only', 'getBrief,getCurrentUser', '--timeout', '0.5'];
  const { run } = await verifyReference(hangs, ...args);
  expect(run.failures.map(({ message }) => message)).toEqual([
    'Since request 10 the server does not respond.',
  ]);
  expect(run.sentCount).toBe(15);
});

test('a failure names what was declared in words', async () => {
  const report = await verifyReference(
    edit(404, () => html(404, 'Not found')),
    '--only',
    'getBrief',
  );
  expect(terminalReport(report)).toContain('expected  Content-Type: application/problem+json');
});

test.each([
  ['encoded twice', 'CafÃ©', 'the most similar one is "CafÃ©"'],
  ['escaped', 'Caf&eacute;', 'the most similar one is "Caf&eacute;"'],
])('a name that is %s differs from that of --brief', async (_, name, words) => {
  const renamed = editJson((brief: object) => ({ ...brief, fullName: name }));
  const url = await backendUrl(renamed);
  const args = ['--brief', 'daily-harvest=Café', '--only', 'getBrief'];
  const { failures } = await runVerifier(referenceContract, url, args);
  expect(failures.map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
});

test('a name in another character set is one failure', async () => {
  const url = await backendUrl(
    edit(
      200,
      () => ({ body: Buffer.from('{"name":"a","fullName":"Café"}', 'latin1') }),
      ({ id }) => id === 'daily-harvest',
    ),
  );
  const args = ['--brief', 'daily-harvest=Café', '--only', 'getBrief'];
  const report = await runVerifier(referenceContract, url, args);
  expect(report.failures.map(({ message }) => message)).toEqual([
    'The body is not valid utf-8 text.',
  ]);
});

test('a header that is always wrong is one failure, and no group is sent one by one', async () => {
  const wrongDate = { Date: 'Fri, 27 Nov 2026 10:00:00 +0000' };
  const all = [200, 204, 400, 401, 404, 405, 409, 413, 415];
  const right = await verifyReference(undefined, '--only', 'signIn');
  const wrong = await verifyReference(editHeaders(all, wrongDate), '--only', 'signIn');
  expect(wrong.failures).toHaveLength(1);
  // One read is repeated.
  expect(wrong.run.sentCount - right.run.sentCount).toBeLessThan(3);
});

test('a failure of a limit shows the response of the limit', async () => {
  let count = 0;
  const rejectsOne = on(
    () => ++count === 5,
    withHeaders(problem(429), { 'Retry-After': '1', ETag: 'abc' }),
  );
  const report = await verifyReference(rejectsOne, '--only', 'getBrief');
  expect(terminalReport(report)).toMatch(/received +429 .*etag: abc/);
});

test('requests that fail at the same time are no failure of those that do not', async () => {
  let inFlight = 0;
  const crashes: CreateMiddleware = () => async (_, next) => {
    inFlight += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const response = inFlight > 1 ? crashPage : await next();
    inFlight -= 1;
    return response;
  };
  expect(failedChecks(await verifyReference(crashes, '--only', 'getBrief'))).toEqual([
    'getBrief not_a_server_error',
  ]);
});

test('a brief whose texts are ASCII is worth a warning', async () => {
  const { warnings } = await verifyReference(
    edit(200, () => json(200, { name: 'a', fullName: 'A' })),
    '--only',
    'getBrief',
  );
  expect(warnings).toContainEqual(expect.stringContaining('all texts in the responses are ASCII'));
});

/** Runs the commands of the first failure of a check, and resolves to the statuses that they print. */
async function repeatFailure(report: Report, check: string): Promise<string[]> {
  const lines = terminalReport(report).split('\n');
  const start = lines.findIndex((line) => line.includes(`: ${check} `));
  const first = lines.findIndex((line, at) => at > start && line.startsWith('   repeat '));
  const length = lines.slice(first + 1).findIndex((line) => !line.startsWith(' '.repeat(13)));
  const commands = lines.slice(first, first + 1 + length).map((line) => line.slice(13));
  const env = { ...process.env, ...editorCredentials, VERIFY_PASSWORD_URL: 'correct+horse' };
  const { stdout } = await promisify(execFile)('bash', ['-c', commands.join('\n')], { env });
  return [...stdout.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}

test('the printed commands repeat a failure in a session of two cookies', async () => {
  const needsBoth: CreateMiddleware = () => async (request, next) => {
    const response = await next();
    const cookies = response.headers['Set-Cookie'];
    if (cookies)
      return withHeaders(response, {
        'Set-Cookie': [String(cookies), 'xsrf-id=0123456789abcdef; Path=/'],
      });
    const isRead = request.path.endsWith('currentUser') && response.status === 200;
    if (!isRead) return response;
    if (!request.header('cookie').includes('xsrf-id=0123456789abcdef')) return problem(401);
    return json(200, { ...knownProfile, roles: 'none' });
  };
  const report = await verifyReference(needsBoth, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'response_schema_conformance')).toEqual(['200']);
});

test('the printed commands repeat that an ended session still works', async () => {
  const neverEnds = on(({ path }) => path.endsWith('logout.jsp'), html(200, 'Signed out'));
  const report = await verifyReference(neverEnds, '--only', 'signOut,getCurrentUser');
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '200']);
});

test('the printed commands repeat a failure with a value that can be used once', async () => {
  const used = new Set<string>();
  const sendsPages: CreateMiddleware = () => (request, next) => {
    const value = request.field('recaptchaResponse');
    if (value === '') return next();
    const response = used.has(value) ? problem(409) : html(200, 'Thank you');
    used.add(value);
    return response;
  };
  const report = await verifyReference(sendsPages, '--only', 'submitFeedback');
  expect(await repeatFailure(report, 'content_type_conformance')).toEqual(['200']);
});

test('the printed commands repeat a failure without the headers that curl adds', async () => {
  const needsAccept = on(({ headers }) => headers.accept === undefined, crashPage);
  const report = await verifyReference(needsAccept, '--only', 'getBrief');
  expect(await repeatFailure(report, 'not_a_server_error')).toEqual(['500']);
});

test('the printed commands repeat requests at the same time', async () => {
  let inFlight = 0;
  const crashes: CreateMiddleware = () => async (_, next) => {
    inFlight += 1;
    await new Promise((resolve) => setTimeout(resolve, 50));
    const response = inFlight > 3 ? crashPage : await next();
    inFlight -= 1;
    return response;
  };
  const report = await verifyReference(crashes, '--only', 'getBrief');
  expect(await repeatFailure(report, 'not_a_server_error')).toContain('500');
});

test('an empty response to HEAD is no failure', async () => {
  const report = await verifyReference(
    respond((usual, { method }) => (method === 'HEAD' ? empty(405, { Allow: 'GET' }) : usual)),
    '--only',
    'getBrief',
  );
  expect(failedChecks(report)).toEqual([]);
});
