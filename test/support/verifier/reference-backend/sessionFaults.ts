import { randomBytes } from 'node:crypto';
import { editHeaders, everyNth, on } from './changes.ts';
import { type BackendRequest, type CreateMiddleware, html, json, problem } from './exchange.ts';
import { knownProfile } from './state.ts';
import { cookieWith } from './variants.ts';

/** Creates session ids from the number of sign-ins. */
const createsIds =
  (create: (count: number) => string): CreateMiddleware =>
  (state) => {
    let count = 0;
    state.createSessionId = () => create(++count);
    return (_request, next) => next();
  };

/** Sets the session cookie with these attributes in turn. */
const cookiesWith = (attributes: readonly string[]): CreateMiddleware => {
  let count = -1;
  return (state) => (request, next) => {
    if (request.id === 'tools.jsp') count += 1;
    return cookieWith(attributes[count % attributes.length] ?? '')(state)(request, next);
  };
};

const userInJson = (count: number) =>
  Buffer.from(JSON.stringify({ user: 'editor', count })).toString('base64url');

const signedPart = (id = '') => id.slice(0, id.lastIndexOf('.'));

/** Session ids are tokens, and it reads what they say. */
const trustsTokens: CreateMiddleware = (state) => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const part = () =>
    `${encode({ alg: 'HS256' })}.${encode({ id: randomBytes(16).toString('hex') })}`;
  state.createSessionId = () => `${part()}.${randomBytes(32).toString('base64url')}`;
  return on(
    ({ id, sessionId = '' }, { sessions }) => {
      const known = [...sessions.keys()].map(signedPart);
      return id === 'currentUser' && sessionId !== '' && known.includes(signedPart(sessionId));
    },
    json(200, knownProfile),
  )(state);
};

const isSignOut = ({ path }: BackendRequest) => path.endsWith('logout.jsp');
const signedIn = html(200, 'Signed in');

const acceptsOneSignIn: CreateMiddleware = (state) => {
  let count = 0;
  const isLater = ({ id }: BackendRequest) => id === 'tools.jsp' && ++count > 1;
  return on(isLater, problem(401))(state);
};

const keptId =
  'signIn session_cookie_conformance: The sign-in set the session id of an earlier sign-in.';
const noId = 'signIn session_cookie_conformance: The sign-in set no session id.';
const fewPlaces =
  'signIn session_cookie_conformance: The session ids differ in too few places, so that others can be guessed.';
const notEnded =
  'getCurrentUser ignored_auth: The server returned 200 for a session that does not apply any more.';
const notKnown =
  'getCurrentUser positive_data_acceptance: The server returned 401 for a request that conforms.';
const unsent =
  'signIn session_cookie_conformance: A browser would not send the cookie "JSESSIONID" to getCurrentUser';

/** What servers get wrong about sessions: the failures of a backend with one of them, by what it does. */
export const sessionFaults: Readonly<
  Record<string, { create: CreateMiddleware; finds: readonly string[] }>
> = {
  'a sign-in sets no cookie': {
    create: editHeaders(200, { 'Set-Cookie': undefined }),
    finds: [noId],
  },
  'another sign-in is rejected, also after the end of the session': {
    create: acceptsOneSignIn,
    finds: [
      'signIn positive_data_acceptance: The server returned 401 for a request that conforms.',
    ],
  },
  'a sign-in with the cookie of an ended session sets none': {
    create: on(({ id, sessionId }) => id === 'tools.jsp' && sessionId !== undefined, signedIn),
    finds: [
      noId,
      'signIn ignored_auth: The server returned 200 for a wrong user name or password.',
    ],
  },
  'the session id never changes': {
    create: createsIds(() => 'ZWRpdG9yZWRpdG9y'),
    finds: [keptId, notEnded, notKnown],
  },
  'session ids have 60 random bits': {
    create: createsIds(() => randomBytes(8).toString('hex').slice(1)),
    finds: [fewPlaces],
  },
  'the signature of a token is not read': {
    create: trustsTokens,
    finds: ['getCurrentUser ignored_auth: The server returned 200 for invalid credentials.'],
  },
  'session ids are user names in JSON': {
    create: createsIds(userInJson),
    finds: [
      'signIn session_cookie_conformance: The session id is JSON without a signature, which anybody can write.',
    ],
  },
  'session ids have 10 characters': {
    create: createsIds(() => randomBytes(5).toString('hex')),
    finds: [
      'signIn session_cookie_conformance: The session id has 10 characters, which can be tried out.',
    ],
  },
  'a cookie has no path, another has expired, and a third lives for a minute': {
    create: cookiesWith([
      'HttpOnly',
      'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
      'Path=/; Max-Age=59; HttpOnly',
    ]),
    finds: [
      `${unsent}: without Path it is sent only below /jsp/utilities.`,
      `${unsent}: its Expires is in the past.`,
      'signIn session_cookie_conformance: The sign-in set no session id.',
      'signIn session_cookie_conformance: The session cookie lives 59 s (Max-Age).',
    ],
  },
  'the session is not known at the sign-out': {
    create: on((request) => isSignOut(request) && request.sessionId !== undefined, problem(401)),
    finds: [
      'signOut link_conformance: The server returned 401 for the link of a response.',
      notEnded,
    ],
  },
  'a sign-out ends the sessions of all': {
    create: (state) => (request, next) => {
      if (isSignOut(request)) state.sessions.clear();
      return next();
    },
    finds: [notKnown],
  },
  'every second session does not end': {
    create: everyNth(2, html(200, 'Signed out'), isSignOut),
    finds: [notEnded],
  },
  'one of two nodes has no sessions': {
    create: everyNth(2, problem(401), ({ id }) => id === 'currentUser'),
    finds: [
      notKnown,
      'getCurrentUser response_consistency: The status is 200, unlike in the first response to the same request.',
    ],
  },
};
