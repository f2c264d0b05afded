import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CheckName } from '#verifier';
import {
  body,
  edit,
  editHeaders,
  field,
  header,
  method,
  on,
  when,
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
  rejected,
  withHeaders,
} from '../../support/verifier/reference-backend/exchange.ts';
import { knownBrief, knownProfile } from '../../support/verifier/reference-backend/state.ts';
import { failedCases, failedChecks, verifyReference } from '../../support/verifier/runVerifier.ts';

const accepted = empty(204);
const found = json(200, knownBrief);
const text = (pattern: RegExp, response: BackendResponse) => field('text', pattern, response);
const query = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.query, pattern, response);
const id = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.id, pattern, response);

const isTooLong = (it: string) => [...it].length > 500;

/** Finds the brief for other ids. */
const finds = (matches: (id: string) => boolean) =>
  on(({ id, method }) => method === 'GET' && id !== 'daily-harvest' && matches(id), found);

/** Changes the response to one of the requests that it counts. */
const changesOne = (
  number: number,
  response: BackendResponse,
  isCounted: (request: BackendRequest) => boolean = () => true,
): CreateMiddleware => {
  let count = 0;
  return on((request) => isCounted(request) && ++count === number, response);
};

/** Gives sign-ins at the same time one session. */
const sharesSession: CreateMiddleware = () => {
  let pending: Promise<BackendResponse> | undefined;
  return (request, next) => {
    if (!isSignIn(request)) return next();
    pending ??= setTimeout(50)
      .then(() => next())
      .finally(() => (pending = undefined));
    return pending;
  };
};

/** Starts a session although it rejects a sign-in. */
const signsInRejected: CreateMiddleware = (state) => {
  const id = state.createSessionId();
  return async (request, next) => {
    const response = await next();
    if (!isSignIn(request) || response.status !== 401) return response;
    state.sessions.set(id, 'editor');
    return withHeaders(response, { 'Set-Cookie': `JSESSIONID=${id}; Path=/` });
  };
};

const isSignIn = ({ id }: BackendRequest) => id === 'tools.jsp';
const isCurrentUser = ({ id }: BackendRequest) => id === 'currentUser';
/** Takes a request for the current user for one in a session. */
const reads = (matches: (cookie: string, request: BackendRequest) => boolean) =>
  on(
    (request) => isCurrentUser(request) && matches(request.header('cookie'), request),
    json(200, knownProfile),
  );
/** Takes a password for the correct one. */
const accepts = (matches: (password: string) => boolean) =>
  on((request) => isSignIn(request) && matches(request.field('password')), html(200, 'Signed in'));

type CaseFault = readonly [check: CheckName, words: string, create: CreateMiddleware];

/** Verifies a server with all faults: each is reported by its check, for a case whose description has the words. */
async function expectReported(only: string, faults: readonly CaseFault[]) {
  const changes = [createsPlainIds, ...faults.map(([, , create]) => create)];
  const cases = failedCases(await verifyReference(changes, '--only', only));
  const missed = faults.filter(
    ([check, words]) => !cases.some((it) => it.startsWith(check) && it.includes(words)),
  );
  expect(missed.map(([check, words]) => `${check}: ${words}`)).toEqual([]);
}

/** Session ids begin with S. */
const createsPlainIds: CreateMiddleware = (state) => {
  state.createSessionId = () => `S${randomBytes(16).toString('hex')}`;
  return (_, next) => next();
};

test('each fault in texts, bodies and media types of a submission is reported', async () => {
  await expectReported('submitFeedback', [
    ['not_a_server_error', 'is nested 10000 levels deep', body(/\[{9000}/, crashPage)],
    ['not_a_server_error', 'the body is not UTF-8', body(/\ufffd/, crashPage)],
    [
      'not_a_server_error',
      'recaptchaResponse contains "a\\ud83d"',
      field('recaptchaResponse', /\ud83d/, crashPage),
    ],
    ['not_a_server_error', 'is 256 KiB', on(({ text }) => text.length > 1e5, crashPage)],
    ['negative_data_rejection', 'has property names in upper case', body(/BRIEFID/, accepted)],
    ['negative_data_rejection', 'a line break in a text', body(/[^"{}\s,:]\n/, accepted)],
    ['positive_data_acceptance', 'every character escaped', body(/\\u0061/, rejected)],
    [
      'positive_data_acceptance',
      'the Content-Type is in upper case',
      header('content-type', /JSON/, problem(415)),
    ],
    ['unsupported_media_type', 'json-contract-check', header('content-type', /json-/, rejected)],
    [
      'negative_data_rejection',
      '501 characters, the last of them a blank',
      on(({ field }) => isTooLong(field('text')) && !isTooLong(field('text').trim()), accepted),
    ],
    ['not_a_server_error', `text contains "it's"`, text(/it's/, crashPage)],
    [
      'not_a_server_error',
      'recaptchaResponse has 5000 characters',
      field('recaptchaResponse', /.{4001}/, crashPage),
    ],
    ['not_a_server_error', 'subscriberId is 92', body(/"subscriberId":92/, crashPage)],
    [
      'positive_data_acceptance',
      'subjectLine contains "a\\nb"',
      field('subjectLine', /\n/, rejected),
    ],
    [
      'positive_data_acceptance',
      'text is a formula',
      on(({ field }) => /^[=+@-]/.test(field('text')), rejected),
    ],
    [
      'positive_data_acceptance',
      'text has its maximum length, in "<"',
      on(({ field }) => isTooLong(field('text').replaceAll('<', '&lt;')), rejected),
    ],
  ]);
});

test('each fault in ids, headers, queries and methods of a read is reported', async () => {
  await expectReported('getBrief', [
    [
      'status_code_conformance',
      'If-None-Match: "contract-check"',
      header('if-none-match', /./, empty(304)),
    ],
    [
      'status_code_conformance',
      'X-Forwarded-For: 192.0.2.1',
      header('x-forwarded-proto', /^https$/, empty(308)),
    ],
    [
      'status_code_conformance',
      'the query has contractCheck=aaa',
      query(/fields=a&a\[b\]=c&a=1/, problem(405)),
    ],
    ['not_a_server_error', 'the query has contractCheck=%00', query(/=%00/, crashPage)],
    [
      'positive_data_acceptance',
      'there is no Accept and no User-Agent',
      header('user-agent', /^$/, rejected),
    ],
    [
      'response_headers_conformance',
      'Origin: null',
      header('origin', /null/, withHeaders(found, { 'Last-Modified': '2024-01-01 10:00:00' })),
    ],
    [
      'response_schema_conformance',
      'the method is PUT',
      edit(405, (response) => ({
        body: String(response.body).replace('405', '"405"'),
      })),
    ],
    ['unsupported_method', 'the method is DELETE', editHeaders(405, { Allow: 'GET, DELETE' })],
    ['not_a_server_error', 'is "__proto__"', id(/^__proto__$/, crashPage)],
    ['positive_data_acceptance', 'contains every special character', id(/\+/, rejected)],
    ['negative_data_rejection', 'briefId is "daily-harvest "', finds((it) => it.endsWith(' '))],
    ['unknown_resource_rejection', 'has one more character', finds((it) => /harvestx/.test(it))],
    [
      'content_type_conformance',
      'was invented, for a browser',
      edit(
        404,
        () => html(404, 'Not Found'),
        ({ header }) => header('accept').includes('html'),
      ),
    ],
  ]);
});

test('each fault in forms is reported', async () => {
  await expectReported('signIn', [
    ['negative_data_rejection', 'the body is JSON', body(/\{"/, html(200, ''))],
    ['not_a_server_error', 'has a malformed percent-encoding', body(/%zz/, crashPage)],
  ]);
});

test('each fault in a read of the user is reported', async () => {
  await expectReported('getCurrentUser', [
    [
      'ignored_auth',
      'the method is HEAD, and the credentials are missing',
      method('HEAD', json(200, knownProfile)),
    ],
  ]);
});

const isKept = ({ headers }: BackendRequest) => headers.connection === 'keep-alive';

/** Sends a response in place of that for another brief than the known one, while other requests are handled. */
const mixesUp = (response: BackendResponse): CreateMiddleware => {
  let inFlight = 0;
  return () => async (request, next) => {
    inFlight += 1;
    await setTimeout(10);
    const isMixed = inFlight > 2 && request.id.startsWith('{');
    inFlight -= 1;
    return isMixed ? response : next();
  };
};

test('each fault in reads in turn and of two briefs at the same time is reported', async () => {
  await expectReported('getBrief', [
    [
      'not_a_server_error',
      'read 2 of 3 in turn',
      changesOne(2, crashPage, (request) => isKept(request) && request.method === 'GET'),
    ],
    ['response_consistency', 'at the same time: between other reads', mixesUp(found)],
  ]);
});

test('a read that differs from the first one is reported', async () => {
  const other = json(200, { name: 'a', fullName: 'A' });
  await expectReported('getBrief', [
    [
      'response_consistency',
      'read 3 of 3 in turn',
      changesOne(3, other, (request) => isKept(request) && request.method === 'GET'),
    ],
  ]);
});

test('each fault in sessions is reported', async () => {
  await expectReported('getBrief,getCurrentUser', [
    [
      'positive_data_acceptance',
      'of a session that it does not need',
      on(({ id, sessionId }) => id === 'daily-harvest' && sessionId !== undefined, problem(403)),
    ],
    [
      'positive_data_acceptance',
      'whose name ends in that of the session',
      header('cookie', /-JSESSIONID=/, problem(401)),
    ],
    ['ignored_auth', 'the session was set by a rejected sign-in', signsInRejected],
    ['session_cookie_conformance', 'of 2 at the same time', sharesSession],
    [
      'ignored_auth',
      'the session id lacks the last character',
      reads((cookie) => /^JSESSIONID=S\w{31}$/.test(cookie)),
    ],
    [
      'ignored_auth',
      'on the same connection',
      reads((cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive'),
    ],
    [
      'ignored_auth',
      'invented before a sign-in that sent it',
      reads((it) => it.includes('invented')),
    ],
    ['ignored_auth', 'the user was invented', accepts((it) => it.includes('no-such'))],
  ]);
});

test('each fault in repetitions in a session is reported', async () => {
  await expectReported('getCurrentUser', [
    [
      'session_cookie_conformance',
      'a sign-in with the cookie of an ended session',
      on(
        (request) => isSignIn(request) && request.header('cookie').includes('JSESSIONID'),
        html(200, 'Signed in'),
      ),
    ],
    [
      'response_consistency',
      'read 3 of 3 in turn',
      changesOne(
        3,
        problem(401),
        (request) => isCurrentUser(request) && isKept(request) && request.method === 'GET',
      ),
    ],
  ]);
});

/** Replaces the attributes of the session cookie. */
const cookieAttributes = (attributes: string) =>
  edit(200, (response) => {
    const cookie = String(response.headers['Set-Cookie'] ?? '');
    if (cookie === '') return {};
    return withHeaders(response, { 'Set-Cookie': cookie.replace(/;.*/, `; ${attributes}`) });
  });

test.each([
  ['HttpOnly', ['signIn session_cookie_conformance']],
  [
    'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
    ['signIn session_cookie_conformance'],
  ],
  ['Path=/; Domain=127.0.0.1; Secure; HttpOnly; SameSite=None', []],
  ['Path=/rest/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=3600', []],
])('a session cookie with "%s" fails %j', async (attributes, expected) => {
  const report = await verifyReference(cookieAttributes(attributes), '--only', 'getCurrentUser');
  expect(failedChecks(report)).toEqual(expected);
});

test('an error may repeat 99 characters of the body, but not 100 or an e-mail address', async () => {
  const repeats = (pattern: RegExp) =>
    edit(
      [204, 400],
      (_, { text: sent }) => problem(400, pattern.exec(sent)?.[0]),
      (request) => pattern.test(request.text),
    );
  const ofLength = (count: number) =>
    repeats(new RegExp(`\\[contract-check\\] I read you every morning\\. a{${count - 43}}`));
  const disclosed = async (...changes: CreateMiddleware[]) => {
    const { run } = await verifyReference(changes, '--only', 'submitFeedback');
    return run.failures
      .filter(({ check }) => check === 'internal_details_disclosure')
      .map(({ exchange }) => String(exchange.response.body));
  };
  expect(await disclosed(ofLength(99))).toEqual([]);
  const bodies = await disclosed(ofLength(100), repeats(/a\+b@[\w.]+/));
  expect(bodies).toContainEqual(expect.stringMatching(/every morning/));
  expect(bodies).toContainEqual(expect.stringMatching(/"a\+b@/));
});
