import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Report, terminalReport } from '#verifier';
import { longTestTimeoutMs } from '../timeouts.ts';
import { waitFor } from '../waitFor.ts';
import { edit, on, othersArrive } from './fixtures/reference-backend/changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  html,
  json,
  problem,
  withHeaders,
} from './fixtures/reference-backend/exchange.ts';
import { sessionFaults } from './fixtures/reference-backend/sessionFaults.ts';
import { knownProfile } from './fixtures/reference-backend/state.ts';
import { editorCredentials, failureLines, verifyReference } from './fixtures/runVerifier.ts';
import { verifyServer } from './fixtures/verifyServer.ts';

/** Runs the commands of the first failure of a check, and resolves to the statuses that curl prints. */
async function repeatFailure(report: Report, check: string): Promise<string[]> {
  const stdout = await runCommands(report, check);
  return [...stdout.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status);
}

/** Runs the commands of the first failure of a check with bash, and resolves to what they print. */
async function runCommands(report: Report, check: string): Promise<string> {
  const [, ofCheck = ''] = terminalReport(report).split(`: ${check} `);
  const [, commands = ''] = /^ {3}repeat {4}((?:.+\n {13})*.+)$/m.exec(ofCheck) ?? [];
  const env = { ...process.env, ...editorCredentials };
  const { stdout } = await promisify(execFile)('bash', ['-c', commands], { env });
  return stdout;
}

test('the printed commands repeat a failure in a session of two cookies', async () => {
  const needsBoth: CreateMiddleware = () => async (request, next) => {
    const response = await next();
    const cookies = response.headers['Set-Cookie'];
    if (cookies)
      return withHeaders(response, {
        'Set-Cookie': [String(cookies), 'xsrf-id=0123456789abcdef; Path=/'],
      });
    const isRead = request.id === 'currentUser' && response.status === 200;
    if (!isRead) return response;
    if (!request.header('cookie').includes('xsrf-id=0123456789abcdef')) return problem(401);
    return json(200, { ...knownProfile, roles: 'none' });
  };
  const report = await verifyReference(needsBoth, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'response_schema_conformance')).toEqual(['200']);
  // The run has ended the session since.
  expect(terminalReport(report)).not.toContain('did not fail any more');
});

test('the printed commands repeat a failure with a password that the form encodes', async () => {
  const fails = on(({ text }) => text.includes('correct+horse'), problem(500));
  const report = await verifyReference(fails, '--only', 'signIn');
  expect(await repeatFailure(report, 'not_a_server_error')).toEqual(['500']);
});

test('a command that would need another form of the password says so', async () => {
  const fails = on(({ text }) => text.includes('correct%20horse'), problem(500));
  const text = terminalReport(await verifyReference(fails, '--only', 'signIn'));
  expect(text).toMatch(
    /password=•••' .*\n +# Send another text in place of •••, .*: the body has /,
  );
});

test('the printed commands repeat that a sign-in begins an ended session again', async () => {
  const revives: CreateMiddleware = (state) => async (request, next) => {
    const response = await next();
    const isSignIn = request.id === 'tools.jsp' && response.status === 200;
    if (isSignIn && request.sessionId) state.sessions.set(request.sessionId, 'editor');
    return response;
  };
  const report = await verifyReference(revives, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '200']);
});

test('a report says that the printed commands did not repeat a failure', async () => {
  let kept: string | undefined;
  const keepsFirst: CreateMiddleware = (state) => (request, next) => {
    kept ??= [...state.sessions.keys()][0];
    return request.id === 'logout.jsp' && request.sessionId === kept
      ? html(200, 'Signed out')
      : next();
  };
  const report = await verifyReference(keepsFirst, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '401']);
  expect(terminalReport(report)).toMatch(
    /\(not again in a new session\)\n(.*\n)+ +# It did not fail again: /,
  );
});

test.each([
  { kind: 'with dollar signs', createId: () => `$&$$${randomUUID()}` },
  { kind: 'with the name of a node', createId: () => `${randomUUID()}.node1` },
  {
    kind: 'after a cookie of the same name',
    createId: randomUUID,
    other: 'JSESSIONID=of-another-path; Path=/other',
  },
])('a session id $kind is replaced before a failure is repeated', async ({ createId, other }) => {
  const keepsAll: CreateMiddleware = (state) => {
    state.createSessionId = createId;
    return on(({ id }) => id === 'logout.jsp', html(200, 'Signed out'))(state);
  };
  const setsOther = edit(200, (response) =>
    other && 'Set-Cookie' in response.headers
      ? withHeaders(response, { 'Set-Cookie': [other, String(response.headers['Set-Cookie'])] })
      : response,
  );
  const report = await verifyReference([setsOther, keepsAll], '--only', 'getCurrentUser');
  expect(terminalReport(report)).toContain('(again in a new session)');
  // It would end the session for good.
  const sent = report.run.exchanges.map(({ description }) => description);
  expect(sent).not.toContain('the session has ended before');
});

test('neither a failed submission nor a request without a response is sent again', async () => {
  let all = 0;
  let submissions = 0;
  const keepsAll: CreateMiddleware = () => (request, next) => {
    if (request.id === 'logout.jsp') return html(200, 'Signed out');
    // The submissions come after the reads in sessions.
    if (request.id === 'currentUser' && all > 20) throw new Error('The connection closes.');
    if (request.id !== 'form-submit') return next();

    all += 1;
    if (request.sessionId === undefined) return next();

    submissions += 1;
    return problem(500);
  };
  const only = 'getCurrentUser,submitFeedback';
  const report = await verifyReference(
    keepsAll,
    '--only',
    only,
    '--skip-check',
    'response_received',
  );
  expect(submissions).toBe(1);
  expect(terminalReport(report)).toMatch(
    /the session has ended, first read \(again when it was repeated\)/,
  );
});

test('a session id that cannot be replaced is not repeated in another session', async () => {
  const ignoresEnd: CreateMiddleware = (state) => {
    state.createSessionId = () => `${randomUUID()}.node1`;
    return ({ headers, sessionId = '' }, next) => {
      const [part = ''] = sessionId.split('.');
      const known = [...state.sessions.keys()].find(
        (id) => part.length > 34 && id.startsWith(part),
      );
      return known ? next({ headers: { ...headers, cookie: `JSESSIONID=${known}` } }) : next();
    };
  };
  const report = await verifyReference(ignoresEnd, '--only', 'getCurrentUser');
  expect(terminalReport(report)).toMatch(
    /case +the session id lacks the last character \(again when it was repeated\)/,
  );
});

test('the printed commands repeat that the end of one session ends another, until it does not', {
  timeout: longTestTimeoutMs,
}, async () => {
  let endsAll = true;
  const ends: CreateMiddleware = (state) => (request, next) => {
    if (endsAll && request.id === 'logout.jsp') state.sessions.clear();
    return next();
  };
  const report = await verifyReference(ends, '--only', 'getCurrentUser');
  const signOut = '200';
  const check = 'positive_data_acceptance';
  expect(await repeatFailure(report, check)).toEqual([signOut, '401']);
  endsAll = false;
  expect(await repeatFailure(report, check)).toEqual([signOut, '200']);
});

test('the printed commands repeat that a session of which the user was read outlives its end', async () => {
  const users = new Map<string, BackendResponse>();
  const keepsUsers: CreateMiddleware = () => async (request, next) => {
    const { id, sessionId = '' } = request;
    if (id !== 'currentUser') return next();

    const response = users.get(sessionId) ?? (await next());
    if (response.status === 200) users.set(sessionId, response);
    return response;
  };
  const report = await verifyReference(keepsUsers, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '200', '200']);
  expect(terminalReport(report)).toMatch(/\n +# Without the read, it did not fail: /);
});

test('the printed commands repeat that a cache keeps the response for another client, as one failure', async () => {
  let stored: BackendResponse | undefined;
  const caches: CreateMiddleware = () => async (request, next) => {
    if (request.id !== 'currentUser' || request.method !== 'GET') return next();

    const response = stored ?? (await next());
    if (response.status === 200) stored = response;
    return response;
  };
  const report = await verifyReference(caches, '--only', 'getCurrentUser');
  stored = undefined;
  expect(failureLines(report)).toEqual([
    'getCurrentUser ignored_auth: The server returned 200 without credentials.',
  ]);
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '200']);
  expect(terminalReport(report)).toMatch(
    /\(again on another connection\)\n(.*\n)+ +# It was rejected before: the server or a cache keeps /,
  );
});

test('the printed commands repeat that a connection keeps the session of another client', async () => {
  const signedIn = new WeakSet<object>();
  const keepsSessions: CreateMiddleware = () => async (request, next) => {
    const { id, socket } = request;
    if (id === 'currentUser' && signedIn.has(socket)) return json(200, knownProfile);

    const response = await next();
    if (id === 'currentUser' && response.status === 200) signedIn.add(socket);
    return response;
  };
  const report = await verifyReference(keepsSessions, '--only', 'getCurrentUser');
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200', '200']);
  expect(terminalReport(report)).toMatch(
    /\(not again on another connection\)\n(.*\n)+ +# It was rejected before: the connection keeps .*\n(?! +#)/,
  );
});

test('the printed commands repeat that a second sign-in sets the same session id, and store it once', async () => {
  const keepsId: CreateMiddleware = (state) => {
    state.createSessionId = () => 'ZWRpdG9yZWRpdG9y';
    return (_, next) => next();
  };
  const report = await verifyReference(keepsId, '--only', 'getCurrentUser');
  // The sign-out of the first session, and the second sign-in.
  expect(await repeatFailure(report, 'session_cookie_conformance')).toEqual(['200', '200']);
  const [ofSignIn = '', ignoredAuth = ''] = terminalReport(report).split(': ignored_auth ');
  expect(ofSignIn).toMatch(/received .*set-cookie: JSESSIONID=•••/);
  expect(ofSignIn).toMatch(/hint +Of 2 sign-ins, 1 set the id of an earlier one\./);
  expect(ignoredAuth.match(/ SESSION_1=/g)).toHaveLength(1);
});

test.each([
  { change: 'cut a session id', toSent: (id: string) => id.slice(0, -1) },
  { change: 'swap the case of a session id', toSent: (id: string) => id.toLowerCase() },
])('the printed commands $change', async ({ toSent }) => {
  let isRepeated = false;
  const accepts: CreateMiddleware = (state) => (request, next) => {
    const { headers, id: name, sessionId } = request;
    const meant = [...state.sessions.keys()].find((id) => toSent(id) === sessionId);
    if (meant) return next({ headers: { ...headers, cookie: `JSESSIONID=${meant}` } });
    return isRepeated && name === 'currentUser' ? problem(401) : next();
  };
  const report = await verifyReference(accepts, '--only', 'getCurrentUser');
  isRepeated = true;
  expect(await repeatFailure(report, 'ignored_auth')).toEqual(['200']);
  expect(terminalReport(report)).toMatch(/\(again in a new session\)\n(?!(.*\n)* +#)/);
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

const responses = { 204: { description: 'Done.' } };

test('the printed commands ask for HEAD as curl does', async () => {
  const report = await verifyServer({ responses }, ({ method }, res) =>
    res.writeHead(method === 'HEAD' ? 500 : 204).end(),
  );
  const text = terminalReport(report);
  expect(text).toContain(' curl -I ');
  expect(text).toMatch(/\(again on another connection\)\n(?!(.*\n)* +#)/);
  expect(await repeatFailure(report, 'not_a_server_error')).toEqual(['500']);
});

test('the printed commands repeat requests at the same time', async () => {
  let isRepeated = false;
  let inFlight = 0;
  let most = 0;
  const report = await verifyServer({ responses }, async (_, res) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    if (isRepeated) await waitFor(() => expect(most).toBeGreaterThan(3));
    else await othersArrive();
    res.writeHead(inFlight > 3 ? 500 : 204).end();
    inFlight -= 1;
  });
  isRepeated = true;
  most = 0;
  const printed = await runCommands(report, 'not_a_server_error');
  expect(printed).toMatch(/ 500 Internal Server Error\r\n(.+\r\n)*\r\n\n\(request [1-4]\)\n/);
});

test('the printed commands sign in before requests at the same time, of which one has no session', async () => {
  const { create = [] } =
    sessionFaults['requests at the same time have the session of one of them'] ?? {};
  const report = await verifyReference(create, '--only', 'getCurrentUser');
  expect(await runCommands(report, 'ignored_auth')).toMatch(/ 200 OK/);
});

test('a command has variables in place of the headers of the options', async () => {
  const login = 'Authorization: Basic YW5uYTpwYXNzIHdvcmQ=';
  const report = await verifyServer(
    { security: [{ key: [] }], responses },
    (_, res) => res.writeHead(500).end(),
    { args: ['--header', 'X-Key: secret', '--header', login] },
  );
  expect(terminalReport(report)).toContain(`-H 'X-Key: '"$X_KEY"''`);
  expect(terminalReport(report)).not.toMatch(/secret|YW5uYTpwYXNzI/);
});
