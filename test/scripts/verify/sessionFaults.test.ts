import { expect, test } from 'vitest';
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

/** A server that returns the user for some requests without a session. */
const reads = (matches: (cookie: string, request: BackendRequest) => boolean): FaultRow => [
  (request) => isCurrentUser(request) && matches(request.header('cookie'), request),
  user,
];

/** A server that accepts some wrong passwords. */
const signsIn = (matches: (password: string, request: BackendRequest) => boolean): FaultRow => [
  (request) => isSignIn(request) && matches(request.field('password'), request),
  signedIn,
];

/** A server that does not know the session in some requests. */
const rejects = (matches: (cookie: string) => boolean): FaultRow => [
  (request) => matches(request.header('cookie')),
  notSignedIn,
];

const endAll: CreateMiddleware = (state) => (request, next) => {
  if (request.id === 'logout.jsp') state.sessions.clear();
  return next();
};

test.each<[fault: string, FaultRow | CreateMiddleware, ...expected: string[]]>([
  [
    'signs any user in',
    signsIn(() => true),
    'ignored_auth: The user name and the password were invented.',
  ],
  [
    'accepts a prefix of the password',
    signsIn((password) => password !== '' && 'correct horse'.startsWith(password)),
    'ignored_auth: The password lacks the last character of the correct one.',
  ],
  [
    'accepts a password that starts with the correct one',
    signsIn((password) => password.startsWith('correct horse')),
    'ignored_auth: The password has one more character than the correct one.',
    'ignored_auth: A NUL and one more character follow the password.',
  ],
  [
    'accepts an operator instead of the password',
    signsIn((_, { fields }) => 'password[$ne]' in fields),
    'ignored_auth: The password is a query operator in brackets.',
  ],
  [
    'accepts a session id that only begins like a valid one',
    reads((cookie) => /JSESSIONID=S\w{32}/.test(cookie)),
    'ignored_auth: The session id in "JSESSIONID" has one more character.',
  ],
  [
    'accepts a truncated session id',
    reads((cookie) => /^JSESSIONID=S\w{31}$/.test(cookie)),
    'ignored_auth: The session id in "JSESSIONID" lacks the last character.',
  ],
  [
    'adopts an id that a client invented',
    reads((cookie) => cookie.includes('invented')),
    'ignored_auth: The session id was invented before a sign-in that sent it.',
  ],
  [
    'reads session ids as SQL patterns',
    reads((cookie) => /=(S_|%)$/.test(cookie)),
    'ignored_auth: The session id in "JSESSIONID" is a percent sign, which SQL takes for any text.',
  ],
  [
    'takes a session id from the query',
    reads((_, { target }) => target.includes('JSESSIONID=')),
    'ignored_auth: The session id is in the query and in other headers.',
  ],
  [
    'remembers the session of a connection',
    reads((cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive'),
    'ignored_auth: The request before it on the same connection had a session.',
  ],
  [
    'has a limit of 20 cookies',
    rejects((cookie) => cookie.split(';').length > 20),
    'positive_data_acceptance: The session cookie is the last of many.',
  ],
  [
    'loses a session among cookies with similar names',
    rejects((cookie) => cookie.includes('XJSESSIONID')),
    'positive_data_acceptance: Cookies with similar names surround "JSESSIONID".',
  ],
  [
    'starts no session if the request has one',
    [
      (request) => isSignIn(request) && request.header('cookie').includes('JSESSIONID'),
      html(200, 'Signed in'),
    ],
    'session_cookie_conformance: The cookie is that of an ended session.',
  ],
  [
    'fails in a public operation in a session',
    [({ id, header }) => id === 'daily-harvest' && /=S/.test(header('cookie')), problem(500)],
    'not_a_server_error: The request has the cookie of a session that it does not need.',
  ],
  [
    'lets a shared cache store a personal response',
    [
      isCurrentUser,
      (response) => withHeaders(response, { Expires: 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    ],
    'response_headers_conformance: The link "currentUser" of signIn.',
  ],
  [
    'ends all sessions at any sign-out',
    endAll,
    'positive_data_acceptance: Another session of the same user has ended.',
    'positive_data_acceptance: The session remains after signOut without its cookie.',
  ],
  [
    'gives every sign-in the same session id',
    (state) => {
      state.createSessionId = () => 'S1';
      return (_request, next) => next();
    },
    'session_cookie_conformance: The session id was invented.',
  ],
  [
    'starts a session at a rejected sign-in',
    (state, pause) =>
      edit(401, (response, request) => {
        if (!isSignIn(request)) return {};
        state.sessions.set('S9', 'editor');
        return withHeaders(response, { 'Set-Cookie': 'JSESSIONID=S9; Path=/' });
      })(state, pause),
    'ignored_auth: The cookie "JSESSIONID" was set by a rejected sign-in.',
  ],
])('a server is reported if it %s', async (_, fault, ...expected) => {
  const failed = await (typeof fault === 'function' ? sessions([], fault) : sessions([fault]));
  expect(failed).toEqual(expect.arrayContaining(expected));
});

test('a session that is lost after some requests is reported', async () => {
  let count = 0;
  const isLost = (request: BackendRequest) => {
    if (isCurrentUser(request) && request.headers.cookie?.startsWith('JSESSIONID=S')) count += 1;
    return count > 5;
  };
  const failed = await failedCases([[isLost, notSignedIn]], ['--phases', 'stateful,repetition']);
  expect(failed).toContain(
    'positive_data_acceptance: The base request, number 7 of 10 sent in turn.',
  );
});
