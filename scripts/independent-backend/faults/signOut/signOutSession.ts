import { html } from '../../exchange.ts';
import { currentUser, session, signIn, signOut } from '../../probes.ts';
import { editHeaders, everyNth, on, sends, withHeaders } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

const plain = signOut();
const ended = [signIn(), signOut(session), currentUser(session)];

export const signOutSession = faultsOf('signOut', 'session', [
  [
    'session-not-ended',
    'Only the cookie is deleted; the session goes on.',
    ended,
    sends(html(200, 'Signed out')),
  ],
  [
    'ended-only-with-referer',
    'Without a Referer the session is not ended.',
    ended,
    on(({ headers }) => headers.referer === undefined, html(200, 'Signed out')),
  ],
  [
    'ended-every-second-time',
    'One of two nodes ends the session only in its own memory.',
    [...ended, ...ended],
    everyNth(2, sends(html(200, 'Signed out')), (r) => sessionIdOf(r) !== undefined),
  ],
  [
    'all-sessions-ended',
    'Signing out ends the sessions of everyone.',
    [signIn(), signOut({ cookie: 'JSESSIONID=OTHER' }), currentUser(session)],
    (state) => async (_request, next) => {
      state.sessions.clear();
      return next();
    },
  ],
  [
    'cached',
    'A cache sends the first response again, and the session is not ended.',
    [plain, ...ended],
    () => {
      let count = 0;
      return (_request, next) => (++count > 1 ? html(200, 'Signed out') : next());
    },
  ],
  [
    'cacheable',
    'The response allows caches to keep it for an hour.',
    [plain],
    editHeaders(200, { 'Cache-Control': 'public, max-age=3600' }),
  ],
  [
    'new-session',
    'Signing out starts another session that is signed in.',
    ended,
    (state) => async (request, next) => {
      const username = state.sessions.get(sessionIdOf(request) ?? '');
      const reply = await next();
      if (username === undefined) return reply;
      state.sessions.set('NEW', username);
      return {
        ...reply,
        ...withHeaders(reply, { 'Set-Cookie': 'JSESSIONID=NEW; Path=/; HttpOnly' }),
      };
    },
  ],
  [
    'cookie-position',
    'The cookie is found only if it is the first.',
    [signIn(), signOut({ cookie: 'a=b; JSESSIONID=$session' }), currentUser(session)],
    on(
      ({ headers }) => !(headers.cookie ?? 'JSESSIONID').startsWith('JSESSIONID'),
      html(200, 'Signed out'),
    ),
  ],
  [
    'token-required',
    'With a session, a CSRF token is required.',
    [signIn(), signOut(session)],
    on((r) => sessionIdOf(r) !== undefined, html(403, 'Forbidden')),
  ],
]);
