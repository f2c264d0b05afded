import { type Contract, findSessionCookieProblems } from '#contract';
import { ClientSession } from '../send/ClientSession.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import { type Check, type Exchange, type Finding, isSuccess } from './check.ts';
import { findPredictability } from './sessionIds.ts';

/** Session ids of sign-ins, and whether a browser would send a session cookie where it is needed. */
export const sessionCookieConformance = {
  name: 'session_cookie_conformance',
  promise:
    'Each sign-in starts a session with an id that nobody can guess, whose cookie a browser sends to linked operations.',
  hint: 'Set Path=/ and no Domain, unless browsers reach the server by another host or path than this URL.',
  appliesTo: ({ testCase: { kind }, response }) =>
    isSuccess(response) && ['valid data', 'sign-in'].includes(kind),
  run: (exchange) => [
    ...findUnsentCookies(exchange),
    ...findReusedIds(exchange),
    ...findPredictableIds(exchange),
  ],
} as const satisfies Check;

/** RFC 6265, 5.3 and 5.4, and SameSite in its successor. */
function findUnsentCookies({ contract, options, testCase, response }: Exchange): Finding[] {
  const { hostname, pathname } = options.url;
  const basePath = pathname.replace(/\/+$/, '') || contract.basePath;
  const [requestPath = ''] = testCase.request.target.split('?', 1);
  const setCookies = response.headers['set-cookie'] ?? [];
  const sent = { status: response.status, setCookies, hostname, requestPath, basePath };
  return findSessionCookieProblems(contract, testCase.operation, sent).map(
    ({ cookie, link, targetPath, reason }) => ({
      location: `cookie ${cookie.name}`,
      message: `A browser would not send the cookie "${cookie.name}" to ${link.target.id}: ${reason}.`,
      expected: `a cookie for ${targetPath} on ${hostname}`,
      received: `Set-Cookie: ${cookie.name}=•••${cookie.attributes}`,
      pointer: link.link.pointer,
    }),
  );
}

/** Compares sign-ins in turn, each of which starts a session of its own, whatever cookie the client sends. */
function findReusedIds({ contract, testCase, request, response, earlier }: Exchange): Finding[] {
  if (testCase.kind !== 'sign-in') return [];

  const before = earlier
    .filter((it) => it.testCase.kind === 'sign-in' && isSuccess(it.response))
    .flatMap((it) => findSessionCookie(contract, it.response) ?? []);
  const [first] = before;
  if (!first) return [];

  const describe = (message: string): Finding[] => [
    {
      location: `cookie ${first.name}`,
      message,
      expected: 'a new session id',
      received: 'the session ids of several sign-ins',
    },
  ];
  const current = findSessionCookie(contract, response);
  if (!current) {
    if (testCase.isSignedIn) return [];

    return describe(`The sign-in set no session id in "${first.name}".`);
  }
  const isKept = request.headers.Cookie?.includes(`${current.name}=${current.id}`);
  if (isKept || !before.some(({ id }) => id === current.id)) return [];

  return describe(`The sign-in set the session id of an earlier sign-in in "${current.name}".`);
}

/** The ids that were received so far, without a sign-in of its own. */
function findPredictableIds({ contract, testCase, response, earlier }: Exchange): Finding[] {
  const current = findSessionCookie(contract, response);
  if (testCase.kind !== 'sign-in' || !current) return [];

  const signIns = earlier.filter((it) => it.testCase.kind === 'sign-in' && isSuccess(it.response));
  const before = signIns.flatMap((it) => findSessionCookie(contract, it.response) ?? []);
  const message = findPredictability([...before, current].map(({ id }) => id));
  if (message === undefined) return [];

  return [
    {
      location: `cookie ${current.name}`,
      message,
      expected: '64 random bits or more',
      received: `the session ids of ${before.length + 1} sign-ins`,
    },
  ];
}

function findSessionCookie({ operations }: Contract, response: HttpResponse) {
  const session = new ClientSession();
  session.store(response);
  const [first] = operations
    .flatMap(({ security }) => security.flat())
    .flatMap((scheme) => {
      const id = session.idOf(scheme);
      return id === undefined ? [] : [{ id, name: scheme.key ?? '' }];
    });
  return first;
}
