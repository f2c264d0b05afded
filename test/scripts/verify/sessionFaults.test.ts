import { expect, test } from 'vitest';
import { edit, header, on } from '../../../scripts/reference-backend/changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  crashPage,
  html,
  json,
  problem,
  withHeaders,
} from '../../../scripts/reference-backend/exchange.ts';
import { knownProfile } from '../../../scripts/reference-backend/state.ts';
import { expectReported, failedCases } from '../../support/verify/failedCases.ts';

const stateful = '--phases stateful';

/** Replaces the attributes of the session cookie. */
const cookieAttributes = (attributes: string) =>
  edit(200, (response) => {
    const cookie = String(response.headers['Set-Cookie'] ?? '');
    if (cookie === '') return {};
    return withHeaders(response, { 'Set-Cookie': cookie.replace(/;.*/, `; ${attributes}`) });
  });

test.each([
  ['HttpOnly', 'without Path it is sent only below /jsp/utilities'],
  ['Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly', 'its Expires is in the past'],
])('a session cookie with %s is reported, because %s', async (attributes) => {
  const failed = await failedCases([cookieAttributes(attributes)], stateful.split(' '));
  expect(failed).toContain('session_cookie_conformance: The credentials are those of VERIFY_USER.');
});

test.each([
  ['Path=/; Domain=127.0.0.1; Secure; HttpOnly; SameSite=None'],
  ['Path=/rest/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=3600'],
])('a session cookie with %s is accepted', async (attributes) => {
  expect(await failedCases([cookieAttributes(attributes)], stateful.split(' '))).toEqual([]);
});

const isSignIn = ({ id }: BackendRequest) => id === 'tools.jsp';
const isCurrentUser = ({ id }: BackendRequest) => id === 'currentUser';
const user = json(200, knownProfile);
const signedIn = withHeaders(html(200, 'Signed in'), {
  'Set-Cookie': 'JSESSIONID=S1; Path=/; HttpOnly',
});

/** Takes a request for the current user for one in a session. */
const reads = (matches: (cookie: string, request: BackendRequest) => boolean) =>
  on((request) => isCurrentUser(request) && matches(request.header('cookie'), request), user);

test('a server is reported for each wrong session id that it accepts', () =>
  expectReported(stateful, {
    ignored_auth: {
      'lacks the last character': reads((cookie) => /^JSESSIONID=S\w{31}$/.test(cookie)),
      'before a sign-in that sent it': reads((cookie) => cookie.includes('invented')),
      'a percent sign, which SQL takes for any text': reads((cookie) => /=(S_|%)$/.test(cookie)),
      'on the same connection': reads(
        (cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive',
      ),
    },
  }));

/** Takes a password for the correct one. */
const accepts = (matches: (password: string, request: BackendRequest) => boolean) =>
  on((request) => isSignIn(request) && matches(request.field('password'), request), signedIn);

test('a server is reported for each wrong password that it accepts', () =>
  expectReported(stateful, {
    ignored_auth: {
      'has one more character': accepts((it) => /^correct horse[^\0]/.test(it)),
      'A NUL and one more character follow': accepts((it) => /^correct horse\0/.test(it)),
      'a query operator in brackets': accepts((_, { fields }) => 'password[$ne]' in fields),
      'The user name and the password were invented': accepts((it) => !it.includes('horse')),
    },
  }));

test('a server is reported for what it does with cookies and sessions', () =>
  expectReported(stateful, {
    positive_data_acceptance: {
      'The session cookie is the last of many': header('cookie', /(;.*){20}/, problem(401)),
      'Cookies with similar names surround': header('cookie', /XJSESSIONID/, problem(401)),
    },
    not_a_server_error: {
      'has the cookie of a session that it does not need': on(
        ({ id, header }) => id === 'daily-harvest' && /=S/.test(header('cookie')),
        crashPage,
      ),
    },
    ignored_auth: {
      'was set by a rejected sign-in': (state) =>
        edit(401, (response, request) => {
          if (!isSignIn(request)) return {};
          state.sessions.set('S9', 'editor');
          return withHeaders(response, { 'Set-Cookie': 'JSESSIONID=S9; Path=/' });
        })(state),
    },
  }));

const endAll: CreateMiddleware = (state) => (request, next) => {
  if (request.id === 'logout.jsp') state.sessions.clear();
  return next();
};

const keepsNone = on(
  (request) => isSignIn(request) && request.header('cookie').includes('JSESSIONID'),
  html(200, 'Signed in'),
);

const loses: CreateMiddleware = () => {
  let count = 0;
  return (request, next) => {
    if (isCurrentUser(request) && request.header('cookie').startsWith('JSESSIONID=S')) count += 1;
    return count > 5 ? problem(401) : next();
  };
};

test.each([
  [
    'ends all sessions at any sign-out',
    /^pos.* Another session of the same user has ended/,
    endAll,
  ],
  ['starts no session if the request has one', /^session_cookie.* of an ended session/, keepsNone],
  ['loses a session after some requests', /^pos.* number 7 of 10 sent in turn/, loses],
])('a server is reported if it %s', async (_, failure, create) => {
  const failed = await failedCases([create], `${stateful},repetition`.split(' '));
  expect(failed).toContainEqual(expect.stringMatching(failure));
});
