import { knownProfile, knownUser } from '../../backendState.ts';
import { json } from '../../exchange.ts';
import { currentUser, signIn } from '../../probes.ts';
import { edit, rewrite } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { queryOf, sessionIdOf } from '../views.ts';

const anonymous = currentUser();
const unknown = currentUser({ cookie: 'JSESSIONID=UNKNOWN' });

export const getCurrentUserLaxer = faultsOf('getCurrentUser', 'laxer', [
  [
    'any-session-id',
    'Any session id is signed in.',
    [unknown],
    edit(
      401,
      () => json(200, knownProfile),
      (r) => Boolean(sessionIdOf(r)),
    ),
  ],
  [
    'empty-session-id',
    'An empty session id is signed in.',
    [currentUser({ cookie: 'JSESSIONID=' })],
    edit(
      401,
      () => json(200, knownProfile),
      (r) => sessionIdOf(r) === '',
    ),
  ],
  [
    'sql-injection',
    'The session id is concatenated into SQL.',
    [currentUser({ cookie: "JSESSIONID=' OR '1'='1" })],
    edit(
      401,
      () => json(200, knownProfile),
      (r) => /' or /i.test(sessionIdOf(r) ?? ''),
    ),
  ],
  [
    'wildcard',
    'The session id is compared with LIKE.',
    [currentUser({ cookie: 'JSESSIONID=%' })],
    edit(
      401,
      () => json(200, knownProfile),
      (r) => sessionIdOf(r) === '%',
    ),
  ],
  [
    'session-id-suffix',
    'What follows the session id is ignored, as the name of a node.',
    [signIn(), currentUser({ cookie: 'JSESSIONID=$sessionA' })],
    (state) =>
      edit(
        401,
        () => json(200, knownProfile),
        (r) => [...state.sessions.keys()].some((id) => sessionIdOf(r)?.startsWith(id)),
      )(state, async () => {}),
  ],
  [
    'session-id-case',
    'The session id is compared without regard to case.',
    [signIn(), currentUser({ cookie: 'JSESSIONID=$lowerCaseSession' })],
    (state) =>
      edit(
        401,
        () => json(200, knownProfile),
        (r) => state.sessions.has(sessionIdOf(r)?.toUpperCase() ?? ''),
      )(state, async () => {}),
  ],
  [
    'session-in-query',
    'The session id is also accepted in the query.',
    [signIn(), { ...anonymous, target: `${anonymous.target}?JSESSIONID=$session` }],
    rewrite((r) =>
      queryOf(r).startsWith('JSESSIONID=') ? { headers: { ...r.headers, cookie: queryOf(r) } } : {},
    ),
  ],
  [
    'user-header',
    'A header with the user name, meant for a proxy, is trusted.',
    [currentUser({ 'x-remote-user': 'editor' })],
    edit(
      401,
      () => json(200, knownProfile),
      ({ headers }) => headers['x-remote-user'] !== undefined,
    ),
  ],
  [
    'any-bearer',
    'Any bearer token is signed in.',
    [currentUser({ authorization: 'Bearer x' })],
    edit(
      401,
      () => json(200, knownProfile),
      ({ headers }) => headers.authorization?.startsWith('Bearer ') ?? false,
    ),
  ],
  [
    'basic-accepted',
    'The Authorization header is accepted instead of a session.',
    [
      currentUser({
        authorization: `Basic ${Buffer.from(`${knownUser.username}:${knownUser.password}`).toString('base64')}`,
      }),
    ],
    edit(
      401,
      () => json(200, knownProfile),
      ({ headers }) => headers.authorization?.startsWith('Basic ') ?? false,
    ),
  ],
  [
    'local-address',
    'A request with X-Forwarded-For: 127.0.0.1 is trusted.',
    [currentUser({ 'x-forwarded-for': '127.0.0.1' })],
    edit(
      401,
      () => json(200, knownProfile),
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
    ),
  ],
]);
