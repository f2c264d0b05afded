import { empty, html, problem } from '../../exchange.ts';
import { signIn, submit } from '../../probes.ts';
import { crashPage, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const valid = submit();

export const submitFeedbackSession = faultsOf('submitFeedback', 'session', [
  [
    'session-needs-token',
    'With a cookie, a CSRF token is required.',
    [submit({}, { cookie: 'JSESSIONID=1' })],
    on(({ headers }) => headers.cookie !== undefined, html(403, 'CSRF token missing')),
  ],
  [
    'stale-session',
    'The cookie of an ended session redirects to the sign-in page.',
    [submit({}, { cookie: 'JSESSIONID=ENDED' })],
    on(
      ({ headers }) => /JSESSIONID/.test(headers.cookie ?? ''),
      empty(302, { Location: '/login' }),
    ),
  ],
  [
    'signed-in-rejected',
    'A member of staff who is signed in may not submit.',
    [signIn(), submit({}, { cookie: 'JSESSIONID=$session' })],
    (state) =>
      on(
        ({ headers }) => [...state.sessions.keys()].some((id) => headers.cookie?.includes(id)),
        problem(403, 'Subscribers only'),
      )(state, async () => {}),
  ],
  [
    'authorization-rejected',
    'An Authorization header gets 401.',
    [submit({}, { authorization: 'Bearer x' })],
    on(({ headers }) => headers.authorization !== undefined, problem(401, 'Invalid token')),
  ],
  [
    'foreign-cookies-crash',
    'A cookie that is not percent-encoded correctly throws.',
    [submit({}, { cookie: 'a=%' })],
    on(({ headers }) => /%(?![\da-f]{2})/i.test(headers.cookie ?? ''), crashPage),
  ],
  [
    'session-required',
    'Without any cookie the filter sends 401.',
    [valid],
    on(({ headers }) => headers.cookie === undefined, problem(401, 'Not signed in')),
  ],
]);
