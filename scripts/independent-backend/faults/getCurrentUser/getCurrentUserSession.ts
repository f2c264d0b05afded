import { knownProfile } from '../../backendState.ts';
import { json, problem } from '../../exchange.ts';
import { currentUser, repeat, session, signIn, signOut } from '../../probes.ts';
import { cacheBy, edit, editHeaders, everyNth, on, sends } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

const anonymous = currentUser();
const signedIn = [signIn(), currentUser(session)];

export const getCurrentUserSession = faultsOf('getCurrentUser', 'session', [
  [
    'cookie-first',
    'The session cookie must be the first.',
    [signIn(), currentUser({ cookie: 'a=b; JSESSIONID=$session' })],
    on(({ headers }) => /;\s*JSESSIONID/.test(headers.cookie ?? ''), problem(401, 'Not signed in')),
  ],
  [
    'cookie-last',
    'The session cookie must be the last.',
    [signIn(), currentUser({ cookie: 'JSESSIONID=$session; a=b' })],
    on(
      ({ headers }) => /JSESSIONID=[^;]*;/.test(headers.cookie ?? ''),
      problem(401, 'Not signed in'),
    ),
  ],
  [
    'similar-name',
    'The cookie is searched for by the end of its name.',
    [signIn(), currentUser({ cookie: 'XJSESSIONID=1; JSESSIONID=$session' })],
    on(({ headers }) => /\w+JSESSIONID/.test(headers.cookie ?? ''), problem(401, 'Not signed in')),
  ],
  [
    'equals-in-cookie',
    'Another cookie with "=" in its value breaks the parser.',
    [signIn(), currentUser({ cookie: 'a=b=c; JSESSIONID=$session' })],
    on(({ headers }) => /=[^;]*=[^;]*;/.test(headers.cookie ?? ''), problem(401, 'Not signed in')),
  ],
  [
    'quoted-cookie',
    'A quotation mark in another cookie breaks the parser.',
    [signIn(), currentUser({ cookie: 'a="b; JSESSIONID=$session' })],
    on(({ headers }) => headers.cookie?.includes('"') ?? false, problem(401, 'Not signed in')),
  ],
  [
    'many-cookies',
    'Only the first 20 cookies are read.',
    [
      signIn(),
      currentUser({
        cookie: `${Array.from({ length: 30 }, (_, index) => `c${index}=1; `).join('')}JSESSIONID=$session`,
      }),
    ],
    on(
      ({ headers }) => (headers.cookie?.split(';').length ?? 0) > 20,
      problem(401, 'Not signed in'),
    ),
  ],
  [
    'single-use',
    'A session can be used once.',
    [...signedIn, currentUser(session)],
    (state) => async (request, next) => {
      const reply = await next();
      state.sessions.delete(sessionIdOf(request) ?? '');
      return reply;
    },
  ],
  [
    'three-uses',
    'A session ends after three requests.',
    [signIn(), ...repeat(4, currentUser(session))],
    () => {
      const uses = new Map<string, number>();
      return (request, next) => {
        const id = sessionIdOf(request) ?? '';
        uses.set(id, (uses.get(id) ?? 0) + 1);
        return (uses.get(id) ?? 0) > 3 ? problem(401, 'Not signed in') : next();
      };
    },
  ],
  [
    'node-without-session',
    'Sessions exist on one of two nodes, and requests alternate.',
    [signIn(), currentUser(session), currentUser(session)],
    everyNth(2, sends(problem(401, 'Not signed in'))),
  ],
  [
    'first-use-too-early',
    'The first request of a session comes before it is replicated.',
    signedIn,
    () => {
      const seen = new Set<string>();
      return (request, next) => {
        const id = sessionIdOf(request) ?? '';
        if (seen.has(id)) return next();
        seen.add(id);
        return problem(401, 'Not signed in');
      };
    },
  ],
  [
    'next-request-signed-in',
    'The user stays in a thread: the next request without a session gets it.',
    [...signedIn, anonymous],
    () => {
      let last = 0;
      return async (request, next) => {
        const reply = await next();
        const wasSignedIn = last === 200;
        last = reply.status;
        return wasSignedIn && sessionIdOf(request) === undefined ? json(200, knownProfile) : reply;
      };
    },
  ],
  [
    'connection-signed-in',
    'The user belongs to the connection.',
    [signIn(), { ...currentUser(session), followedBy: anonymous }],
    () => {
      const known = new Set<number>();
      return async (request, next) => {
        const reply = await next();
        if (reply.status === 200) known.add(request.connection);
        return reply.status === 401 && known.has(request.connection)
          ? json(200, knownProfile)
          : reply;
      };
    },
  ],
  [
    'cached-for-everyone',
    'A cache sends the user to requests without a session.',
    [...signedIn, anonymous],
    cacheBy(() => 'user'),
  ],
  [
    'cached-by-session',
    'After sign-out the user still comes from a cache.',
    [signIn(), currentUser(session), signOut(session), currentUser(session)],
    cacheBy((r) => sessionIdOf(r) ?? ''),
  ],
  [
    'cacheable',
    'The response allows shared caches to keep it.',
    signedIn,
    editHeaders(200, { 'Cache-Control': 'public, max-age=600' }),
  ],
  [
    'rotated-silently',
    'The session id changes with each request, but the cookie is not set.',
    [...signedIn, currentUser(session)],
    (state) => async (request, next) => {
      const reply = await next();
      const id = sessionIdOf(request) ?? '';
      const username = state.sessions.get(id);
      if (username !== undefined) {
        state.sessions.delete(id);
        state.sessions.set(`${id}-2`, username);
      }
      return reply;
    },
  ],
  [
    'one-session-per-user',
    'A session replaces the fields of the previous one: roles is empty and fullName null.',
    [signIn(), signIn(), currentUser(session)],
    (state) =>
      edit(
        200,
        () => json(200, { ...knownProfile, fullName: null }),
        () => state.sessions.size > 1,
      )(state, async () => {}),
  ],
]);
