import { describe, expect, test } from 'vitest';
import { edit } from '../../../scripts/reference-backend/changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  html,
  json,
  problem,
  withHeaders,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownProfile } from '../../../scripts/reference-backend/state.ts';
import { type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

const sessions = (rows: readonly FaultRow[], create?: CreateMiddleware) =>
  failedCases(rows, ['--phases', 'stateful'], create);

/** Replaces the attributes of the session cookie. */
const cookieAttributes = (attributes: string) =>
  edit(200, (response) => {
    const cookie = String(response.headers['Set-Cookie'] ?? '');
    if (cookie === '') return {};
    return withHeaders(response, { 'Set-Cookie': cookie.replace(/;.*/, `; ${attributes}`) });
  });

const notSignedIn = problem(401);
const user = json(200, knownProfile);

test.each([
  ['Path=/jsp; HttpOnly', 'its Path is /jsp'],
  ['HttpOnly', 'without Path it is sent only below /jsp/utilities'],
  ['Path=/; Domain=example.com; HttpOnly', 'its Domain is example.com'],
  ['Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly', 'its Expires is in the past'],
  ['Path=/; Max-Age=-1; HttpOnly', 'its Max-Age is -1'],
  ['Path=/; HttpOnly; SameSite=None', 'it has SameSite=None without Secure'],
])('a session cookie with %s is reported, because %s', async (attributes) => {
  const failed = await sessions([], cookieAttributes(attributes));
  expect(failed).toEqual(['session_cookie_conformance: The credentials are those of VERIFY_USER.']);
});

test.each([
  ['Path=/; Domain=localhost; Secure; HttpOnly; SameSite=None'],
  ['Path=/rest/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=3600'],
])('a session cookie with %s is accepted', async (attributes) => {
  const ofThisHost = attributes.replace('localhost', '127.0.0.1');
  expect(await sessions([], cookieAttributes(ofThisHost))).toEqual([]);
});

const isSignIn = ({ id }: BackendRequest) => id === 'tools.jsp';
const isCurrentUser = ({ id }: BackendRequest) => id === 'currentUser';
const signedIn = withHeaders(html(200, 'Signed in'), {
  'Set-Cookie': 'JSESSIONID=S1; Path=/; HttpOnly',
});

test.each([
  ['any user', () => true, 'The user name and the password were invented.'],
  [
    'a prefix of the password',
    (password: string) => password !== '' && 'correct horse'.startsWith(password),
    'The password lacks the last character of the correct one.',
  ],
  [
    'a password that starts with the correct one',
    (password: string) => password.startsWith('correct horse'),
    'The password has one more character than the correct one.',
  ],
])('a sign-in with %s is reported', async (_, matches, expected) => {
  const rows: FaultRow[] = [
    [(request) => isSignIn(request) && matches(request.field('password')), signedIn],
  ];
  expect(await sessions(rows)).toContain(`ignored_auth: ${expected}`);
});

test.each([
  [
    'a session id that only begins like a valid one',
    ({ headers }: BackendRequest) => /JSESSIONID=S\w{32}/.test(headers.cookie ?? ''),
    'ignored_auth: The session id in "JSESSIONID" has one more character.',
  ],
  [
    'a truncated session id',
    ({ headers }: BackendRequest) =>
      headers.cookie === undefined ? false : /^JSESSIONID=S\w{31}$/.test(headers.cookie),
    'ignored_auth: The session id in "JSESSIONID" lacks the last character.',
  ],
])('the acceptance of %s is reported', async (_, matches, expected) => {
  const rows: FaultRow[] = [[(request) => isCurrentUser(request) && matches(request), user]];
  expect(await sessions(rows)).toContain(expected);
});

test('a sign-in that starts no session, and a public operation that fails in one, are reported', async () => {
  const isInSession = ({ headers }: BackendRequest) => /JSESSIONID=S/.test(headers.cookie ?? '');
  const rows: FaultRow[] = [
    [
      (request) => isSignIn(request) && /JSESSIONID/.test(request.headers.cookie ?? ''),
      html(200, 'Signed in'),
    ],
    [(request) => request.id === 'daily-harvest' && isInSession(request), problem(500)],
  ];
  expect(await sessions(rows)).toEqual([
    'not_a_server_error: The request has the cookie of a session that it does not need.',
    'session_cookie_conformance: The cookie is that of an ended session.',
  ]);
});

test('a personal response that a shared cache may store is reported', async () => {
  const expires = { Expires: 'Fri, 01 Jan 2100 00:00:00 GMT' };
  const rows: FaultRow[] = [[isCurrentUser, (response) => withHeaders(response, expires)]];
  const failed = await failedCases(rows, ['--only', 'getCurrentUser']);
  expect(failed).toContain('response_headers_conformance: The base request, unchanged.');
});

/** Ends all sessions at any sign-out. */
const endAll: CreateMiddleware = (state) => (request, next) => {
  if (request.id === 'logout.jsp') state.sessions.clear();
  return next();
};

test('a session that anybody can end is reported', async () => {
  expect(await sessions([], endAll)).toContain(
    'positive_data_acceptance: The session remains after signOut without its cookie.',
  );
});

test('a session that a rejected sign-in starts is reported', async () => {
  const failed = await sessions([], (state, pause) =>
    edit(401, (response, request) => {
      if (!isSignIn(request)) return {};
      state.sessions.set('S9', 'editor');
      return withHeaders(response, { 'Set-Cookie': 'JSESSIONID=S9; Path=/' });
    })(state, pause),
  );
  expect(failed).toContain('ignored_auth: The cookie "JSESSIONID" was set by a rejected sign-in.');
});

test('a session that is lost among other cookies or after some requests is reported', async () => {
  let count = 0;
  const rows: FaultRow[] = [
    [({ headers }) => /XJSESSIONID/.test(headers.cookie ?? ''), notSignedIn],
    [
      (request) => {
        if (isCurrentUser(request) && request.headers.cookie?.startsWith('JSESSIONID=S'))
          count += 1;
        return count > 5;
      },
      notSignedIn,
    ],
  ];
  const failed = await failedCases(rows, ['--phases', 'stateful,repetition']);
  expect(failed).toContain(
    'positive_data_acceptance: Cookies with similar names surround "JSESSIONID".',
  );
  expect(failed).toContain(
    'positive_data_acceptance: The base request, number 7 of 10 sent in turn.',
  );
});

describe('a server that confuses sessions', () => {
  const read = (matches: (cookie: string, request: BackendRequest) => boolean): FaultRow => [
    (request) => isCurrentUser(request) && matches(request.headers.cookie ?? '', request),
    user,
  ];

  test.each<[string, CreateMiddleware | undefined, FaultRow[], string]>([
    [
      'ends all sessions at once',
      endAll,
      [],
      'positive_data_acceptance: Another session of the same user has ended.',
    ],
    [
      'gives every sign-in the same session id',
      (state) => {
        state.createSessionId = () => 'S1';
        return (_request, next) => next();
      },
      [],
      'session_cookie_conformance: The session id was invented.',
    ],
    [
      'adopts an id that a client invented',
      undefined,
      [read((cookie) => cookie.includes('invented'))],
      'ignored_auth: The session id was invented before a sign-in that sent it.',
    ],
    [
      'reads session ids as SQL patterns',
      undefined,
      [read((cookie) => /=(S_|%)$/.test(cookie))],
      'ignored_auth: The session id in "JSESSIONID" is a percent sign, which SQL takes for any text.',
    ],
    [
      'takes a session id from the query',
      undefined,
      [read((_, { target }) => target.includes('JSESSIONID='))],
      'ignored_auth: The session id is in the query and in other headers.',
    ],
    [
      'has a limit of 20 cookies',
      undefined,
      [[({ headers }) => (headers.cookie ?? '').split(';').length > 20, notSignedIn]],
      'positive_data_acceptance: The session cookie is the last of many.',
    ],
    [
      'remembers the session of a connection',
      undefined,
      [read((cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive')],
      'ignored_auth: The request before it on the same connection had a session.',
    ],
    [
      'reads the password only up to a NUL',
      undefined,
      [
        [
          (request) => isSignIn(request) && /^correct horse\0/.test(request.field('password')),
          signedIn,
        ],
      ],
      'ignored_auth: A NUL and one more character follow the password.',
    ],
    [
      'accepts an operator instead of the password',
      undefined,
      [[(request) => isSignIn(request) && 'password[$ne]' in request.fields, signedIn]],
      'ignored_auth: The password is a query operator in brackets.',
    ],
  ])('is reported if it %s', async (_, create, rows, expected) => {
    expect(await sessions(rows, create)).toContain(expected);
  });
});
