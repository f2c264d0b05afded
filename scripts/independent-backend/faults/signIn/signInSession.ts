import { knownUser, startSession } from '../../backendState.ts';
import { html, problem } from '../../exchange.ts';
import { currentUser, session, signIn } from '../../probes.ts';
import { cacheBy, crashPage, edit, editHeaders, on, withHeaders } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const valid = signIn();
const wrong = signIn('username=editor&password=wrong');
const form = 'username=editor&password=correct%20horse';

export const signInSession = faultsOf('signIn', 'session', [
  [
    'no-cookie',
    'The session id is not set as a cookie.',
    [valid],
    editHeaders(200, { 'Set-Cookie': undefined }),
  ],
  [
    'other-cookie-name',
    'The cookie has another name.',
    [valid],
    editCookie((cookie) => cookie.replace('JSESSIONID', 'PHPSESSID')),
  ],
  [
    'not-http-only',
    'The cookie is not HttpOnly.',
    [valid],
    editCookie((cookie) => cookie.replace('; HttpOnly', '')),
  ],
  [
    'cookie-path',
    'The cookie is limited to the path /jsp.',
    [valid],
    editCookie((cookie) => cookie.replace('Path=/', 'Path=/jsp')),
  ],
  [
    'cookie-domain',
    'The cookie has the domain of an internal server.',
    [valid],
    editCookie((cookie) => `${cookie}; Domain=backend.internal`),
  ],
  [
    'cookie-expired',
    'The cookie expires at once.',
    [valid],
    editCookie((cookie) => `${cookie}; Max-Age=0`),
  ],
  [
    'cookie-same-site-none',
    'SameSite=None without Secure: browsers reject the cookie.',
    [valid],
    editCookie((cookie) => cookie.replace('SameSite=Lax', 'SameSite=None')),
  ],
  [
    'empty-session-id',
    'The session id is empty.',
    [valid],
    editCookie((cookie) => cookie.replace(/=[^;]*/, '=')),
  ],
  [
    'unknown-session-id',
    'The cookie has another id than the session.',
    [valid, currentUser(session)],
    editCookie((cookie) => cookie.replace(/=\w/, '=-')),
  ],
  [
    'session-before-authentication',
    'A failed sign-in starts a session that is signed in.',
    [wrong, currentUser(session)],
    (state) =>
      edit(401, (reply) =>
        withHeaders(reply, {
          'Set-Cookie': `JSESSIONID=${startSession(state, knownUser.username)}; Path=/; HttpOnly`,
        }),
      )(state, async () => {}),
  ],
  [
    'session-fixation',
    'The server takes the session id from the request.',
    [signIn(form, { cookie: 'JSESSIONID=CHOSEN' }), currentUser({ cookie: 'JSESSIONID=CHOSEN' })],
    (state) => async (request, next) => {
      const reply = await next();
      const chosen = /JSESSIONID=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
      if (reply.status !== 200 || chosen === undefined) return reply;
      state.sessions.set(chosen, knownUser.username);
      return {
        ...reply,
        ...withHeaders(reply, { 'Set-Cookie': `JSESSIONID=${chosen}; Path=/; HttpOnly` }),
      };
    },
  ],
  [
    'same-session-id',
    'The session id is derived from the user name.',
    [valid, valid],
    (state) => async (_request, next) => {
      const reply = await next();
      if (reply.status !== 200) return reply;
      state.sessions.set('ZWRpdG9y', knownUser.username);
      return {
        ...reply,
        ...withHeaders(reply, { 'Set-Cookie': 'JSESSIONID=ZWRpdG9y; Path=/; HttpOnly' }),
      };
    },
  ],
  [
    'stale-cookie',
    'With the cookie of an ended session, sign-in gets 401.',
    [signIn(form, { cookie: 'JSESSIONID=ENDED' })],
    on(({ headers }) => headers.cookie !== undefined, problem(401, 'The session has expired.')),
  ],
  [
    'already-signed-in',
    'Signing in with an active session throws.',
    [valid, signIn(form, session)],
    (state) =>
      on(
        ({ headers }) => [...state.sessions.keys()].some((id) => headers.cookie?.includes(id)),
        crashPage,
      )(state, async () => {}),
  ],
  [
    'token-required',
    'A CSRF token is required.',
    [valid],
    on(({ headers }) => headers['x-csrf-token'] === undefined, html(403, 'Forbidden')),
  ],
  [
    'cookie-crashes',
    'A cookie in quotes throws.',
    [signIn(form, { cookie: 'a="b' })],
    on(({ headers }) => headers.cookie?.includes('"') ?? false, crashPage),
  ],
  [
    'success-cached',
    'The response may be cached, with its cookie.',
    [valid, wrong],
    cacheBy(({ method }) => method),
  ],
]);

function editCookie(change: (cookie: string) => string) {
  return edit(200, (reply) =>
    withHeaders(reply, { 'Set-Cookie': change(String(reply.headers['Set-Cookie'])) }),
  );
}
