import { currentUser, session, signIn, signOut } from '../../probes.ts';
import { crashPage, edit, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

const anonymous = currentUser();
const unknown = currentUser({ cookie: 'JSESSIONID=UNKNOWN' });

export const getCurrentUserCrash = faultsOf('getCurrentUser', 'crash', [
  [
    'anonymous',
    'Without a session the user is null and throws.',
    [anonymous],
    edit(401, () => crashPage),
  ],
  [
    'unknown-session',
    'An unknown session id throws.',
    [unknown],
    edit(
      401,
      () => crashPage,
      (r) => sessionIdOf(r) !== undefined,
    ),
  ],
  [
    'empty-session-id',
    'An empty session id throws.',
    [currentUser({ cookie: 'JSESSIONID=' })],
    on((r) => sessionIdOf(r) === '', crashPage),
  ],
  [
    'session-id-apostrophe',
    'SQL is concatenated.',
    [currentUser({ cookie: "JSESSIONID='" })],
    on((r) => sessionIdOf(r)?.includes("'") ?? false, crashPage),
  ],
  [
    'session-id-long',
    'A long session id throws.',
    [currentUser({ cookie: `JSESSIONID=${'A'.repeat(500)}` })],
    on((r) => (sessionIdOf(r)?.length ?? 0) > 255, crashPage),
  ],
  [
    'session-id-hexadecimal',
    'A session id that is not hexadecimal throws.',
    [currentUser({ cookie: 'JSESSIONID=xyz' })],
    on((r) => !/^[\da-f]*$/i.test(sessionIdOf(r) ?? ''), crashPage),
  ],
  [
    'session-id-path',
    'The session id is a file name: "../" throws.',
    [currentUser({ cookie: 'JSESSIONID=../x' })],
    on((r) => sessionIdOf(r)?.includes('/') ?? false, crashPage),
  ],
  [
    'cookie-without-equals',
    'A cookie without "=" throws.',
    [currentUser({ cookie: 'a; b' })],
    on(({ headers }) => /(^|; )[^=]+(;|$)/.test(headers.cookie ?? ''), crashPage),
  ],
  [
    'cookie-encoding',
    'A percent sign in another cookie throws.',
    [currentUser({ cookie: 'a=100%' })],
    on(({ headers }) => /%(?![\da-f]{2})/i.test(headers.cookie ?? ''), crashPage),
  ],
  [
    'two-session-cookies',
    'Two cookies of the same name throw.',
    [currentUser({ cookie: 'JSESSIONID=A; JSESSIONID=B' })],
    on(({ headers }) => (headers.cookie?.match(/JSESSIONID/g)?.length ?? 0) > 1, crashPage),
  ],
  [
    'after-sign-out',
    'With the cookie of an ended session the request throws.',
    [signIn(), currentUser(session), signOut(session), currentUser(session)],
    () => {
      const known = new Set<string>();
      return async (request, next) => {
        const reply = await next();
        const id = sessionIdOf(request) ?? '';
        if (reply.status === 200) known.add(id);
        return reply.status === 401 && known.has(id) ? crashPage : reply;
      };
    },
  ],
  [
    'hang-for-unknown',
    'An unknown session id waits for the other nodes.',
    [unknown],
    (state, pause) =>
      late(
        Infinity,
        (r) => sessionIdOf(r) !== undefined && !state.sessions.has(sessionIdOf(r) ?? ''),
      )(state, pause),
  ],
]);
