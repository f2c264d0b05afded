import {
  type Contract,
  findSessionCookieProblems,
  type SecurityScheme,
} from '../../../mock-api/contract/index.ts';
import { createClientSession } from '../send/clientSession.ts';
import type { HttpResponse } from '../send/sendRequest.ts';
import { type Check, type Exchange, type Finding, isSuccess } from './check.ts';
import { findPredictability } from './findPredictability.ts';

/** Session ids and tokens of sign-ins, and whether a browser would send a session cookie where it is needed. */
export const sessionCookieConformance = {
  name: 'session_cookie_conformance',
  promise: 'Each sign-in starts a new session, whose cookie a browser sends to linked operations.',
  hint: 'Set Path=/ and no Domain, unless browsers reach the server by another host or path than this URL.',
  appliesTo: ({ testCase: { kind }, response }) =>
    isSuccess(response) && ['valid data', 'sign-in'].includes(kind),
  run: (exchange) => [...findUnsentCookies(exchange), ...findReusedIds(exchange)],
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

/** Of sign-ins in turn, each of which starts a session of its own, whatever cookie the client sends. */
function findReusedIds({ contract, testCase, request, response, earlier }: Exchange): Finding[] {
  if (testCase.kind !== 'sign-in') return [];
  const before = earlier.flatMap((it) => {
    const isSignIn = it.testCase.kind === 'sign-in' && isSuccess(it.response);
    return (isSignIn && findSessionId(contract, it.response)) || [];
  });
  const [first] = before;
  if (!first) return [];
  const { name, isCookie } = first;
  const describe = (message: string, expected: string) => [
    {
      location: `${isCookie ? 'cookie' : 'header'} ${name}`,
      message,
      expected,
      received: 'the session ids of several sign-ins',
    },
  ];
  const current = findSessionId(contract, response);
  if (!current) {
    if (testCase.isSignedIn) return [];
    return describe(`The sign-in set no session id in "${name}".`, 'a new session id');
  }
  const ids = [...before, current].map(({ id }) => id);
  const isKept = request.headers.Cookie?.includes(`${name}=${current.id}`);
  // A server may issue the same token twice in a second.
  if (isCookie && !isKept && ids.indexOf(current.id) < ids.length - 1) {
    const message = `The sign-in set the session id of an earlier sign-in in "${name}".`;
    return describe(message, 'a new session id');
  }
  const predictability = findPredictability(ids);
  return predictability === undefined ? [] : describe(predictability, 'at least 64 random bits');
}

function findSessionId({ operations }: Contract, response: HttpResponse) {
  const session = createClientSession();
  session.store(response);
  const toId = (scheme: SecurityScheme) => {
    const id = session.idOf(scheme);
    const isCookie = scheme.in === 'cookie';
    return id === undefined ? [] : [{ id, isCookie, name: scheme.key ?? 'Authorization' }];
  };
  const [first] = operations.flatMap(({ security }) => security.flat()).flatMap(toId);
  return first;
}
