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
import { expectCases, type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

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

const stateful = ['--phases', 'stateful'];
type Row = [matches: FaultRow[0], words: string];

test('a server is reported for each wrong session id that it accepts', async () => {
  const reads =
    (matches: (cookie: string, request: BackendRequest) => boolean) => (request: BackendRequest) =>
      isCurrentUser(request) && matches(request.header('cookie'), request);
  const faults: Row[] = [
    [reads((cookie) => /JSESSIONID=S\w{32}/.test(cookie)), 'has one more character'],
    [reads((cookie) => /^JSESSIONID=S\w{31}$/.test(cookie)), 'lacks the last character'],
    [reads((cookie) => cookie.includes('invented')), 'before a sign-in that sent it'],
    [reads((cookie) => /=(S_|%)$/.test(cookie)), 'a percent sign, which SQL takes for any text'],
    [reads((_, { target }) => target.includes('JSESSIONID=')), 'is in the query'],
    [
      reads((cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive'),
      'on the same connection',
    ],
  ];
  await expectCases(faults, user, stateful, 'ignored_auth: ');
});

test('a server is reported for each wrong password that it accepts', async () => {
  const accepts =
    (matches: (password: string, request: BackendRequest) => boolean) =>
    (request: BackendRequest) =>
      isSignIn(request) && matches(request.field('password'), request);
  const faults: Row[] = [
    [accepts((it) => it !== '' && 'correct horse'.startsWith(it)), 'lacks the last character'],
    [accepts((it) => /^correct horse[^\0]/.test(it)), 'has one more character'],
    [accepts((it) => /^correct horse\0/.test(it)), 'A NUL and one more character follow'],
    [accepts((_, { fields }) => 'password[$ne]' in fields), 'a query operator in brackets'],
    [accepts((it) => !it.includes('horse')), 'The user name and the password were invented'],
  ];
  await expectCases(faults, signedIn, stateful, 'ignored_auth: ');
});

test('a server is reported for cookies among which it loses the session', async () => {
  const loses = (matches: (cookie: string) => boolean) => (request: BackendRequest) =>
    matches(request.header('cookie'));
  const faults: Row[] = [
    [loses((cookie) => cookie.split(';').length > 20), 'The session cookie is the last of many'],
    [loses((cookie) => cookie.includes('XJSESSIONID')), 'Cookies with similar names surround'],
  ];
  await expectCases(faults, notSignedIn, stateful, 'positive_data_acceptance: ');
});

const endAll: CreateMiddleware = (state) => (request, next) => {
  if (request.id === 'logout.jsp') state.sessions.clear();
  return next();
};

test.each<[fault: string, FaultRow | CreateMiddleware, ...expected: string[]]>([
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
