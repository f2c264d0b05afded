import { session, signIn, signOut } from '../../probes.ts';
import { crashPage, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

const plain = signOut();
const again = [signIn(), signOut(session), signOut(session)];

export const signOutCrash = faultsOf('signOut', 'crash', [
  [
    'no-session',
    'Without a session, getSession(false) is null and throws.',
    [plain],
    on((r) => sessionIdOf(r) === undefined, crashPage),
  ],
  [
    'unknown-session',
    'An unknown session id throws.',
    [signOut({ cookie: 'JSESSIONID=UNKNOWN' })],
    (state) =>
      on(
        (r) => sessionIdOf(r) !== undefined && !state.sessions.has(sessionIdOf(r) ?? ''),
        crashPage,
      )(state, async () => {}),
  ],
  [
    'signed-out-twice',
    'Ending a session that has ended throws.',
    again,
    () => {
      const seen = new Set<string>();
      return (request, next) => {
        const id = sessionIdOf(request);
        if (id !== undefined && seen.has(id)) return crashPage;
        if (id !== undefined) seen.add(id);
        return next();
      };
    },
  ],
  [
    'malformed-cookie',
    'A cookie without "=" throws.',
    [signOut({ cookie: 'a' })],
    on(({ headers }) => /(^|; )[^=]+(;|$)/.test(headers.cookie ?? ''), crashPage),
  ],
  [
    'empty-cookie',
    'An empty session id throws.',
    [signOut({ cookie: 'JSESSIONID=' })],
    on((r) => sessionIdOf(r) === '', crashPage),
  ],
  [
    'two-cookies',
    'Two cookies of the same name throw.',
    [signOut({ cookie: 'JSESSIONID=A; JSESSIONID=B' })],
    on(({ headers }) => (headers.cookie?.match(/JSESSIONID/g)?.length ?? 0) > 1, crashPage),
  ],
  [
    'long-session-id',
    'A long session id overflows a column.',
    [signOut({ cookie: `JSESSIONID=${'A'.repeat(300)}` })],
    on((r) => (sessionIdOf(r)?.length ?? 0) > 128, crashPage),
  ],
  [
    'max-age-not-a-number',
    'Access-Control-Max-Age is parsed as a number.',
    [signOut({ 'access-control-max-age': 'x' })],
    on(({ headers }) => Number.isNaN(Number(headers['access-control-max-age'] ?? 0)), crashPage),
  ],
  [
    'empty-header',
    'An empty Access-Control-Allow-Headers throws.',
    [signOut({ 'access-control-allow-headers': '' })],
    on(({ headers }) => headers['access-control-allow-headers'] === '', crashPage),
  ],
  [
    'signing-out-crashes',
    'Ending a session that exists throws.',
    [signIn(), signOut(session)],
    (state) =>
      on((r) => state.sessions.has(sessionIdOf(r) ?? ''), crashPage)(state, async () => {}),
  ],
  [
    'hang-without-session',
    'Without a session the request waits for a lock.',
    [plain],
    late(Infinity, (r) => sessionIdOf(r) === undefined),
  ],
]);
