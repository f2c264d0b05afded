import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { edit, method } from '../../support/verifier/reference-backend/changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
  problem,
  withHeaders,
} from '../../support/verifier/reference-backend/exchange.ts';
import { variants } from '../../support/verifier/reference-backend/variants.ts';
import {
  allWritesArguments,
  backendUrl,
  changedContract,
  editorCredentials,
  failedChecks,
  referenceContract,
  respond,
  runVerifier,
  verifyReference,
} from '../../support/verifier/runVerifier.ts';

type Change = (response: BackendResponse, request: BackendRequest) => BackendResponse;

const habits: Readonly<Record<string, Change>> = {
  'allows few sign-ins per hour': (response, { id }) =>
    id === 'tools.jsp' && response.status === 401
      ? withHeaders(problem(429), { 'Retry-After': '3600' })
      : response,
  'returns a page of its container for paths that it does not route': (
    response,
    { path, method },
  ) =>
    method === 'GET' && /[;\\]|%(00|0a|25|2f|3b|5c|zz|ff)|\/$/i.test(path)
      ? html(400, 'Bad request')
      : response,
  'supports neither HEAD nor chunks': (response, { method, headers }) => {
    if (method === 'HEAD' && response.status === 200) return empty(405, { Allow: 'GET' });
    return headers['transfer-encoding'] ? problem(411) : response;
  },
  'parses JSON before the media type, and no parameters after capitals': (
    response,
    { headers: { 'content-type': type = '' }, text },
  ) =>
    /^[A-Z].*;/.test(type) || (/json/.test(type) && !text.startsWith('{'))
      ? problem(400)
      : response,
  'adds what Spring, ASP.NET and Rails add': (response, { path }) => {
    const isProblem = /problem/.test(String(response.headers['Content-Type']));
    const habits = { type: 'about:blank', instance: path, detail: null, traceId: '00-4bf9-00' };
    const headers = {
      'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
      Pragma: 'no-cache',
      Expires: '0',
      'X-Powered-By': 'ASP.NET',
      'X-Runtime': '0.004523',
      'X-Request-Id': '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
      'X-RateLimit-Resource': 'core',
    };
    if (!isProblem) return withHeaders(response, headers);
    const body = JSON.stringify({ ...habits, ...JSON.parse(String(response.body)) });
    return { ...withHeaders(response, headers), body };
  },
  'is behind a firewall that rejects overrides and other user agents': (
    response,
    { id, headers },
  ) => {
    const agent = headers['user-agent'];
    if (headers['x-http-method-override'] ?? headers['x-original-url'])
      return html(403, 'Forbidden');
    if (agent === undefined) return problem(403);
    const isOther = id === 'currentUser' && agent !== 'contract-check';
    return isOther && response.status === 200 ? problem(401) : response;
  },
};

/** What a conforming backend may do, by name. */
const changes: Readonly<Record<string, CreateMiddleware>> = {
  ...variants,
  ...Object.fromEntries(Object.entries(habits).map(([name, change]) => [name, respond(change)])),
};

/** Those in one row have to do with different parts of a message, so that they share a backend. */
const backends: readonly [only: string, ...names: string[]][] = [
  ['signIn', 'allows few sign-ins per hour'],
  [
    'getBrief,submitFeedback,signIn',
    'returns a page of its container for paths that it does not route',
    'supports neither HEAD nor chunks',
    'parses JSON before the media type, and no parameters after capitals',
    'accepts a submission for an unknown brief',
  ],
  [
    'getBrief,submitFeedback,signIn,getCurrentUser',
    'compresses unless the client accepts no gzip',
    'sends entity tags',
    'sends a charset',
    'sends additional properties',
    'adds what Spring, ASP.NET and Rails add',
    'sends a page with 401',
    'supports OPTIONS',
    'responds to a submission with JSON',
    'redirects to paths that it has cleaned',
  ],
  [
    'getBrief,signIn,getCurrentUser',
    'sets a cookie on every response',
    'deletes the cookie of another session before it sets its own',
    'sends 401 at sign-out without a session',
  ],
  ['getBrief,getCurrentUser', 'is behind a firewall that rejects overrides and other user agents'],
  ['getBrief,getCurrentUser', 'starts an anonymous session for a client without one'],
  ['getBrief,getCurrentUser', 'encrypts the session anew in each response'],
  ['getCurrentUser', 'gives the session another id with each read of the user'],
  ['getCurrentUser', 'keeps two sessions and ends the oldest'],
  ['signIn,getCurrentUser', 'sets no cookie if the client is signed in'],
];

test('each variant of a conforming backend is verified', () => {
  const verified = backends.flatMap(([, ...names]) => names).sort();
  expect(verified).toEqual(Object.keys(changes).sort());
});

test.each(backends.map(([only, ...names]) => [names.join(', '), only, names] as const))(
  'a backend that %s conforms',
  async (_, only, names) => {
    const present = names.flatMap((name) => changes[name] ?? []);
    const report = await verifyReference(present, '--only', only);
    expect(failedChecks(report)).toEqual([]);
  },
);

test.each([
  [
    'ignores the name of a node in a session id',
    (id: string) => `${id}.node1`,
    (id: string) => `${id.split('.')[0]}.node1`,
  ],
  ['reads a session id as a GUID', () => randomUUID(), (id: string) => id.toLowerCase()],
])('a backend that %s and keeps active sessions conforms', async (_, createId, normalize) => {
  const report = await verifyReference(
    (state) => (request, next) => {
      const { sessionId = '' } = request;
      state.createSessionId = () =>
        state.sessions.has(sessionId) ? sessionId : createId(randomBytes(6).toString('hex'));
      const cookie = request.header('cookie').replace(/(?<=(^|;)\s*JSESSIONID=)[^;]*/g, normalize);
      return next({ headers: { ...request.headers, cookie } });
    },
    '--only',
    'getCurrentUser',
  );
  expect(failedChecks(report)).toEqual([]);
});

test('a backend that compresses what the client does not accept so gets a warning', async () => {
  const compress = ({ body }: BackendResponse) => ({
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(body),
  });
  const args = ['--only', 'getBrief'];
  const report = await verifyReference(edit(200, compress), ...args);
  expect(failedChecks(report)).toEqual([]);
  expect(report.warnings).toContainEqual(
    expect.stringContaining('is gzip, but Accept-Encoding is "identity"'),
  );
});

test('invalid data that gets the same response as valid data is not tested', async () => {
  const args = ['--allow-writes', '--only', 'submitFeedback'];
  const url = await backendUrl(method('POST', problem(401)));
  const { failures, untested } = await runVerifier(referenceContract, url, args);
  expect(failures).toEqual([]);
  expect(untested.map(({ name }) => name)).toEqual([]);
});

test('a sign-out that requires the session conforms', async () => {
  const unprotected = /(?<=signOut\n.*\n *)security: \[\]/;
  const contract = await changedContract(unprotected, 'security: [{ session: [] }]');
  const url = await backendUrl(variants['sends 401 at sign-out without a session']);
  const args = [...allWritesArguments, '--only', 'signOut,getCurrentUser'];
  const report = await runVerifier(contract, url, args, editorCredentials);
  expect(failedChecks(report)).toEqual([]);
  expect(report.run.skipped).toEqual([]);
});
