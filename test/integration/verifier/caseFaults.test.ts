import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CheckName } from '../../../verifier/checks/checks.ts';
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
import { failedChecks, verifyReference } from '../../support/verifier/runVerifier.ts';

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
async function expectReported(args: readonly string[], faults: readonly CaseFault[]) {
  const all = combine(faults.map(([, , create]) => create));
  const { results } = await verifyReference(all, ...args);
  const missed = faults.filter(([check, words]) => {
    const ofWords = results.filter(({ testCase }) => testCase.description.includes(words));
    return !ofWords.some(({ failures }) => failures.some((it) => it.check === check));
  });
  expect(missed).toEqual([]);
}

/** The first of the faults that changes a response does. Session ids begin with S. */
function combine(faults: readonly CreateMiddleware[]): CreateMiddleware {
  return (state) => {
    state.createSessionId = () => `S${randomBytes(16).toString('hex')}`;
    const all = faults.map((create) => create(state));
    return (request, next) => {
      const handle = async (i: number): Promise<BackendResponse> =>
        all[i] ? all[i](request, () => handle(i + 1)) : next();
      return handle(0);
    };
  };
}

test('each fault in texts and lengths of a submission is reported', async () => {
  await expectReported(
    ['--only', 'submitFeedback', '--phases', 'values'],
    [
      [
        'negative_data_rejection',
        '501 characters, the last of them a blank',
        on(({ field }) => isTooLong(field('text')) && !isTooLong(field('text').trim()), accepted),
      ],
      ['not_a_server_error', '"text" contains a single quote.', text(/it's/, crashPage)],
      [
        'not_a_server_error',
        'has 5000 characters.',
        field('recaptchaResponse', /.{4001}/, crashPage),
      ],
      [
        'not_a_server_error',
        'one more than 64 bits can hold',
        body(/"subscriberId":92/, crashPage),
      ],
      [
        'positive_data_acceptance',
        '"subjectLine" contains a line feed.',
        field('subjectLine', /\n/, rejected),
      ],
      [
        'positive_data_acceptance',
        '500 characters that HTML escapes',
        on(({ field }) => isTooLong(field('text').replaceAll('<', '&lt;')), rejected),
      ],
    ],
  );
});

test('each fault in ids of a brief is reported', async () => {
  await expectReported(
    ['--only', 'getBrief', '--phases', 'values'],
    [
      ['not_a_server_error', 'is "__proto__"', id(/^__proto__$/, crashPage)],
      ['positive_data_acceptance', 'contains "+"', id(/\+/, rejected)],
      ['negative_data_rejection', 'ends with a blank', finds((it) => it.endsWith(' '))],
      ['unknown_resource_rejection', 'has one more character', finds((it) => /harvestx/.test(it))],
      [
        'content_type_conformance',
        'the client accepts pages',
        edit(
          404,
          () => html(404, 'Not Found'),
          ({ header }) => header('accept').includes('html'),
        ),
      ],
    ],
  );
});

test('each fault in bodies and media types of a submission is reported', async () => {
  await expectReported(
    ['--only', 'submitFeedback', '--phases', 'protocol'],
    [
      ['not_a_server_error', 'is nested 10000 levels deep', body(/\[{9000}/, crashPage)],
      ['not_a_server_error', 'is not valid UTF-8', body(/\ufffd/, crashPage)],
      [
        'not_a_server_error',
        '"recaptchaResponse" ends with half a surrogate pair',
        field('recaptchaResponse', /\ud83d$/, crashPage),
      ],
      ['not_a_server_error', 'is 256 KiB', on(({ text }) => text.length > 1e5, crashPage)],
      ['negative_data_rejection', 'has property names in upper case', body(/BRIEFID/, accepted)],
      ['negative_data_rejection', 'a line break in a string', body(/[^"{}\s,:]\n/, accepted)],
      [
        'positive_data_acceptance',
        'every character of its strings escaped',
        body(/\\u0061/, rejected),
      ],
      [
        'positive_data_acceptance',
        'APPLICATION/JSON',
        header('content-type', /JSON/, problem(415)),
      ],
      ['unsupported_media_type', 'json-contract-check', header('content-type', /json-/, rejected)],
    ],
  );
});

test('each fault in forms is reported', async () => {
  await expectReported(
    ['--only', 'signIn', '--phases', 'protocol'],
    [
      ['negative_data_rejection', 'The form is JSON', body(/\{"/, html(200, ''))],
      ['not_a_server_error', 'has a malformed percent-encoding', body(/%zz/, crashPage)],
    ],
  );
});

test('each fault in headers, queries and methods of a read is reported', async () => {
  await expectReported(
    ['--only', 'getBrief', '--phases', 'protocol'],
    [
      ['status_code_conformance', 'another entity tag', header('if-none-match', /./, empty(304))],
      [
        'status_code_conformance',
        'has forwarding headers',
        header('x-forwarded-proto', /^https$/, empty(308)),
      ],
      [
        'status_code_conformance',
        'parameters that frameworks act on',
        query(/_method.*fields=a&a\[b\]=c&a=1/, problem(405)),
      ],
      ['not_a_server_error', 'parameter that cannot be decoded', query(/=%00/, crashPage)],
      [
        'positive_data_acceptance',
        'no Accept and no User-Agent',
        header('user-agent', /^$/, rejected),
      ],
      [
        'response_headers_conformance',
        'The Origin is null',
        header('origin', /null/, withHeaders(found, { 'Last-Modified': '2024-01-01 10:00:00' })),
      ],
      [
        'response_schema_conformance',
        'The method is PUT',
        edit(405, (response) => ({
          body: String(response.body).replace('405', '"405"'),
        })),
      ],
      ['unsupported_method', 'The method is DELETE', editHeaders(405, { Allow: 'GET, DELETE' })],
    ],
  );
});

test('each fault in a read of the user is reported', async () => {
  await expectReported(
    ['--only', 'getCurrentUser', '--phases', 'protocol'],
    [['ignored_auth', 'The method is HEAD', method('HEAD', json(200, knownProfile))]],
  );
});

test('each fault in reads of two briefs at the same time is reported', async () => {
  await expectReported(
    ['--only', 'getBrief', '--phases', 'examples,repetition'],
    [
      [
        'response_consistency',
        'requests at the same time. The path parameter "briefId" is the example',
        edit(200, () => found),
      ],
      [
        'negative_data_rejection',
        'requests at the same time. The path',
        finds((it) => !it.startsWith('{')),
      ],
    ],
  );
});

test('each fault in repeated reads is reported', async () => {
  await expectReported(
    ['--only', 'getBrief', '--phases', 'repetition'],
    [
      ['not_a_server_error', 'number 2 of 3 sent in turn', changesOne(3, crashPage)],
      [
        'response_consistency',
        'requests at the same time. The base request',
        changesOne(
          4,
          rejected,
          ({ id, headers }) => id === 'daily-harvest' && headers.connection === 'close',
        ),
      ],
      [
        'response_consistency',
        'requests at the same time. The path',
        changesOne(
          2,
          json(200, { name: 'b', fullName: 'B' }),
          ({ id, headers }) => id.startsWith('{') && headers.connection === 'close',
        ),
      ],
    ],
  );
});

test('each fault in reads in turn is reported', async () => {
  await expectReported(
    ['--only', 'getBrief', '--phases', 'repetition'],
    [
      [
        'response_consistency',
        'number 3 of 3 sent in turn',
        changesOne(4, json(200, { name: 'a', fullName: 'A' })),
      ],
    ],
  );
});

test('each fault in sessions is reported', async () => {
  await expectReported(
    ['--only', 'getBrief,signIn,signOut,getCurrentUser', '--phases', 'stateful'],
    [
      [
        'positive_data_acceptance',
        'of a session that it does not need',
        on(({ id, sessionId }) => id === 'daily-harvest' && sessionId !== undefined, problem(403)),
      ],
      ['ignored_auth', 'was set by a rejected sign-in', signsInRejected],
      ['session_cookie_conformance', 'at the same time', sharesSession],
      [
        'ignored_auth',
        'in "JSESSIONID" lacks the last character',
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
      ['ignored_auth', 'the password were invented', accepts((it) => it.includes('no-such'))],
    ],
  );
});

test('each fault in repetitions in a session is reported', async () => {
  await expectReported(
    ['--only', 'signIn,signOut,getCurrentUser', '--phases', 'stateful,repetition'],
    [
      [
        'session_cookie_conformance',
        'of an ended session',
        on(
          (request) => isSignIn(request) && request.header('cookie').includes('JSESSIONID'),
          html(200, 'Signed in'),
        ),
      ],
      [
        'response_consistency',
        'number 3 of 3 sent in turn',
        changesOne(
          4,
          problem(401),
          (request) => isCurrentUser(request) && /=S/.test(request.header('cookie')),
        ),
      ],
    ],
  );
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
  const report = await verifyReference(cookieAttributes(attributes), '--phases', 'stateful');
  expect(failedChecks(report)).toEqual(expected);
});

test.each([
  ['82 letters behind the tag', /\[contract-check\] a{82}/, false],
  ['83 letters behind the tag', /\[contract-check\] a{83}/, true],
  ['an e-mail address', /a\+b@[\w.]+/, true],
])('an error that repeats %s of the body', async (_, pattern, isReported) => {
  const repeat = edit(
    [204, 400],
    (__, { text: sent }) => problem(400, pattern.exec(sent)?.[0]),
    (request) => pattern.test(request.text),
  );
  const report = await verifyReference(repeat, '--only', 'submitFeedback', '--phases', 'values');
  const expected = 'submitFeedback internal_details_disclosure';
  expect(failedChecks(report).includes(expected)).toBe(isReported);
});
