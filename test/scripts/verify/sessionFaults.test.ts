import { describe, expect, test } from 'vitest';
import {
  type BackendRequest,
  type BackendResponse,
  errorResponse,
  json,
} from '../../../scripts/faulty-backend/httpMessages.ts';
import type { BackendRules } from '../../../scripts/faulty-backend/referenceRules.ts';
import { type FaultRow, failedCases } from '../../support/verify/failedCases.ts';

const sessions = (rules: Partial<BackendRules>, rows: readonly FaultRow[] = []) =>
  failedCases(rows, ['--phases', 'stateful'], rules);

test.each([
  ['Path=/jsp; HttpOnly', 'its Path is /jsp'],
  ['HttpOnly', 'without Path it is sent only below /jsp/utilities'],
  ['Path=/; Domain=example.com; HttpOnly', 'its Domain is example.com'],
  ['Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly', 'its Expires is in the past'],
  ['Path=/; Max-Age=-1; HttpOnly', 'its Max-Age is -1'],
  ['Path=/; HttpOnly; SameSite=None', 'it has SameSite=None without Secure'],
])('a session cookie with %s is reported, because %s', async (attributes) => {
  const failed = await sessions({
    signInHeaders: (id) => ({
      'Set-Cookie': `JSESSIONID=${id}; ${attributes}`,
      'password-expired': 'false',
    }),
  });
  expect(failed).toEqual(['session_cookie_conformance: The credentials are those of VERIFY_USER.']);
});

test.each([
  ['Path=/; Domain=localhost; Secure; HttpOnly; SameSite=None'],
  ['Path=/rest/; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=3600'],
])('a session cookie with %s is accepted', async (attributes) => {
  const rules = {
    signInHeaders: (id: string) => ({
      'Set-Cookie': `JSESSIONID=${id}; ${attributes.replace('localhost', '127.0.0.1')}`,
      'password-expired': 'false',
    }),
  };
  expect(await sessions(rules)).toEqual([]);
});

const isSignIn = ({ path }: { path: string }) => path.endsWith('tools.jsp');
const isCurrentUser = ({ path }: { path: string }) => path.endsWith('currentUser');
const signedIn: BackendResponse = {
  status: 200,
  headers: {
    'Content-Type': 'text/html',
    'Set-Cookie': 'JSESSIONID=S1; Path=/; HttpOnly',
    'password-expired': 'false',
  },
  body: '',
};

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
    [(request, { password }) => isSignIn(request) && matches(String(password)), signedIn],
  ];
  expect(await sessions({}, rows)).toContain(`ignored_auth: ${expected}`);
});

test.each([
  [
    'a session id that only begins like a valid one',
    ({ headers }: BackendRequest) => /JSESSIONID=S\d/.test(headers.cookie ?? ''),
    'ignored_auth: The session id in "JSESSIONID" has one more character.',
  ],
  [
    'a truncated session id',
    ({ headers }: BackendRequest) => headers.cookie === 'JSESSIONID=S',
    'ignored_auth: The session id in "JSESSIONID" lacks the last character.',
  ],
])('the acceptance of %s is reported', async (_, matches, expected) => {
  const user = json(200, {
    userId: 'editor',
    roles: [],
    fullName: 'Edith Torr',
    emailAddress: 'edith@example.com',
  });
  const rows: FaultRow[] = [[(request) => isCurrentUser(request) && matches(request), user]];
  expect(await sessions({}, rows)).toContain(expected);
});

test('a sign-in that starts no session, and a public operation that fails in one, are reported', async () => {
  const isInSession = ({ headers }: BackendRequest) => /JSESSIONID=S/.test(headers.cookie ?? '');
  const rows: FaultRow[] = [
    [
      (request) => isSignIn(request) && /JSESSIONID/.test(request.headers.cookie ?? ''),
      { ...signedIn, headers: { 'Content-Type': 'text/html' } },
    ],
    [
      (request) => request.path.endsWith('daily-harvest') && isInSession(request),
      errorResponse(500, 'Internal server error.'),
    ],
  ];
  expect(await sessions({}, rows)).toEqual([
    'not_a_server_error: The request has the cookie of a session that it does not need.',
    'session_cookie_conformance: The cookie is that of an ended session.',
  ]);
});

test('a personal response that a shared cache may store is reported', async () => {
  const expires = { Expires: 'Fri, 01 Jan 2100 00:00:00 GMT' };
  const rows: FaultRow[] = [
    [isCurrentUser, (response) => ({ ...response, headers: { ...response.headers, ...expires } })],
  ];
  const failed = await failedCases(rows, ['--only', 'getCurrentUser']);
  expect(failed).toContain('response_headers_conformance: The base request, unchanged.');
});

test('a session that anybody can end is reported', async () => {
  const endAll: BackendRules['endSession'] = (_, all) => all.clear();
  expect(await sessions({ endSession: endAll })).toContain(
    'positive_data_acceptance: The session remains after signOut without its cookie.',
  );
});

test('a session that a rejected sign-in starts is reported', async () => {
  const active = new Set(['S9']);
  const rows: FaultRow[] = [
    [
      (request, { password }) => isSignIn(request) && password !== 'correct horse',
      {
        ...errorResponse(401, 'Wrong.'),
        headers: { 'Content-Type': 'application/json', 'Set-Cookie': 'JSESSIONID=S9; Path=/' },
      },
    ],
  ];
  const failed = await sessions(
    { isSession: (id = '', all) => all.has(id) || active.has(id) },
    rows,
  );
  expect(failed).toContain('ignored_auth: The cookie "JSESSIONID" was set by a rejected sign-in.');
});

test('a session that is lost among other cookies or after some requests is reported', async () => {
  let count = 0;
  const notSignedIn = errorResponse(401, 'Not signed in.');
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
  const user = json(200, {
    userId: 'editor',
    roles: [],
    fullName: 'Edith Torr',
    emailAddress: 'edith@example.com',
  });
  const read = (matches: (cookie: string, request: BackendRequest) => boolean): FaultRow => [
    (request) => isCurrentUser(request) && matches(request.headers.cookie ?? '', request),
    user,
  ];

  test.each<[string, Partial<BackendRules>, FaultRow[], string]>([
    [
      'ends all sessions at once',
      { endSession: (_, all) => all.clear() },
      [],
      'positive_data_acceptance: Another session of the same user has ended.',
    ],
    [
      'gives every sign-in the same session id',
      { createSessionId: () => 'S1' },
      [],
      'session_cookie_conformance: The session id was invented.',
    ],
    [
      'adopts an id that a client invented',
      {},
      [read((cookie) => cookie.includes('invented'))],
      'ignored_auth: The session id was invented before a sign-in that sent it.',
    ],
    [
      'reads session ids as SQL patterns',
      {},
      [read((cookie) => /=(S_|%)$/.test(cookie))],
      'ignored_auth: The session id in "JSESSIONID" is a percent sign, which SQL takes for any text.',
    ],
    [
      'takes a session id from the query',
      {},
      [read((_, { target }) => target.includes('JSESSIONID='))],
      'ignored_auth: The session id is in the query and in other headers.',
    ],
    [
      'has a limit of 20 cookies',
      {},
      [
        [
          ({ headers }) => (headers.cookie ?? '').split(';').length > 20,
          errorResponse(401, 'Not signed in.'),
        ],
      ],
      'positive_data_acceptance: The session cookie is the last of many.',
    ],
    [
      'remembers the session of a connection',
      {},
      [read((cookie, { headers }) => cookie === '' && headers.connection === 'keep-alive')],
      'ignored_auth: The request before it on the same connection had a session.',
    ],
    [
      'reads the password only up to a NUL',
      {},
      [
        [
          (request, { password }) => isSignIn(request) && /^correct horse\0/.test(`${password}`),
          signedIn,
        ],
      ],
      'ignored_auth: A NUL and one more character follow the password.',
    ],
    [
      'accepts an operator instead of the password',
      {},
      [
        [
          (request, { 'password[$ne]': value }) => isSignIn(request) && value !== undefined,
          signedIn,
        ],
      ],
      'ignored_auth: The password is a query operator in brackets.',
    ],
  ])('is reported if it %s', async (_, rules, rows, expected) => {
    expect(await sessions(rules, rows)).toContain(expected);
  });
});
