import { edit, editHeaders, editJson, everyNth, late, on, sends } from '../changes.ts';
import { type BackendResponse, crashPage, empty, json, problem } from '../exchange.ts';
import { currentUser, session, signIn } from '../probes.ts';
import { knownProfile } from '../state.ts';
import { change, faultsOf, headersOf, method, when } from './fault.ts';

const signedIn = [signIn(), currentUser(session)];
const withSessionId = (id: string) => currentUser({ cookie: `JSESSIONID=${id}` });
const user = json(200, knownProfile);
const notSignedIn = problem(401, 'Not signed in.');
const header = headersOf(currentUser);

/** What a session id leads to. */
const sessionId = (id: string, pattern: RegExp, effect: BackendResponse) =>
  when(withSessionId(id), (request) => request.sessionId ?? '-', pattern, effect);

/** What a cookie header with a valid session id leads to. */
const cookies = (value: string, pattern: RegExp, effect: BackendResponse) =>
  when([signIn(), currentUser({ cookie: value })], (r) => r.header('cookie'), pattern, effect);

export const getCurrentUserFaults = faultsOf('getCurrentUser', {
  response_schema_conformance: {
    'one of three nodes adds a prefix to roles': change(
      [signIn(), ...Array(3).fill(currentUser(session))],
      everyNth(
        3,
        editJson((value: object) => ({ ...value, roles: ['ROLE_feedback'] })),
        (request) => request.sessionId !== undefined,
      ),
    ),
  },
  content_type_conformance: {
    'the user is text/plain': change(signedIn, editHeaders(200, { 'Content-Type': 'text/plain' })),
  },
  content_encoding_conformance: {
    'a plain body is labelled as gzip': change(
      signedIn,
      editHeaders(200, { 'Content-Encoding': 'gzip' }),
    ),
  },
  response_headers_conformance: {
    'a shared cache may keep the user': change(
      signedIn,
      editHeaders(200, { 'Cache-Control': 'public, max-age=600' }),
    ),
  },
  status_code_conformance: {
    'If-None-Match gets 304': header('if-none-match', '"a"', /./, empty(304)),
  },
  positive_data_acceptance: {
    'similar names hide the session': cookies(
      'XJSESSIONID=1; JSESSIONID=$session',
      /\w+JSESSIONID/,
      notSignedIn,
    ),
    '"=" in a value hides the session': cookies(
      'a=b=c; JSESSIONID=$session',
      /=[^;]*=[^;]*;/,
      notSignedIn,
    ),
  },
  response_consistency: {
    'one of two nodes has no sessions': change(
      [signIn(), currentUser(session), currentUser(session)],
      everyNth(2, sends(notSignedIn)),
    ),
  },
  link_conformance: {
    'no session gets 403': change(
      currentUser(),
      edit(401, () => problem(403, 'Forbidden')),
    ),
  },
  ignored_auth: {
    '"%" is any session': sessionId('%', /^%$/, user),
    'text after the session id is ignored': change(
      [signIn(), withSessionId('$sessionA')],
      on((request, { sessions }) => {
        return [...sessions.keys()].some((id) => request.sessionId?.startsWith(id));
      }, user),
    ),
    'the case of the session id is ignored': change(
      [signIn(), withSessionId('$lowerCaseSession')],
      on((request, { sessions }) => sessions.has(request.sessionId?.toUpperCase() ?? ''), user),
    ),
    'the header of a gateway is trusted': header('x-remote-user', 'editor', /./, user),
    'basic authentication works': header('authorization', 'Basic ZWQ6YQ==', /^Basic /, user),
    'the session belongs to the connection': change(
      [signIn(), { ...currentUser(session), followedBy: currentUser() }],
      () => {
        const known = new Set<object>();
        return async (request, next) => {
          const response = await next();
          if (response.status === 200) known.add(request.connection);
          return known.has(request.connection) ? user : response;
        };
      },
    ),
    'HEAD needs no session': method(currentUser({}, 'HEAD'), user),
  },
  not_a_server_error: {
    'an empty session id crashes': sessionId('', /^$/, crashPage),
    'an apostrophe crashes': sessionId("'", /'/, crashPage),
    'a long session id crashes': sessionId('A'.repeat(500), /.{256}/, crashPage),
  },
  response_received: {
    'an unknown session id waits for ever': change(
      withSessionId('UNKNOWN'),
      late(Infinity, ({ sessionId: id = '' }, { sessions }) => id !== '' && !sessions.has(id)),
    ),
  },
  unsupported_method: {
    'a 405 has no Allow': change(currentUser({}, 'PUT'), editHeaders(405, { Allow: undefined })),
  },
});
