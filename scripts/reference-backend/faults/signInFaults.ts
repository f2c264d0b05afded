import { body, edit, editHeaders, field, hangs, header, method, on } from '../changes.ts';
import { crashPage, type Middleware, problem, rejected, text, withHeaders } from '../exchange.ts';
import { knownUser } from '../state.ts';
import { faultsOf } from './fault.ts';

const denied = problem(401, 'The user name or the password is wrong.');

/** Handles the request as a correct sign-in. */
const signedIn: Middleware = (_request, next) =>
  next({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(String(new URLSearchParams(knownUser))),
  });

export const signInFaults = faultsOf('signIn', {
  status_code_conformance: {
    'a success redirects': edit(200, (response) => ({
      ...withHeaders(response, { Location: '/' }),
      status: 302,
    })),
  },
  content_type_conformance: {
    'a success is JSON': editHeaders(200, { 'Content-Type': 'application/json' }),
  },
  response_headers_conformance: {
    'password-expired is "False"': editHeaders(200, { 'password-expired': 'False' }),
  },
  response_schema_conformance: {
    'a 401 has "error"': edit(401, () =>
      text(401, 'application/problem+json', '{"error":"invalid_grant"}'),
    ),
  },
  content_encoding_conformance: {
    'Content-Encoding is "none"': editHeaders(200, { 'Content-Encoding': 'none' }),
  },
  positive_data_acceptance: {
    'escaped letters are not decoded': body(/%[46]/, denied),
    'the user name comes first': body(/^p/, rejected),
    'another field is rejected': body(/=.*=.*=/s, rejected),
    'the cookie of an ended session gets 401': on(
      ({ sessionId = '' }, { sessions }) => sessionId !== '' && !sessions.has(sessionId),
      denied,
    ),
  },
  negative_data_rejection: {
    'an empty password is an anonymous bind': field('password', /^$/, signedIn),
  },
  ignored_auth: {
    'the case of the password is ignored': field('password', /^C.*E$/, signedIn),
    'the password is trimmed': field('password', /^correct horse $/, signedIn),
    'NUL ends the password': field('password', /^correct horse\0/, signedIn),
    'the user name is put into SQL': field('username', /' or /i, signedIn),
    'an asterisk is any user': field('username', /^\*$/, signedIn),
    'brackets make an operator': body(/\[\$|%5B(%24|\$)/i, signedIn),
    'the case of names is ignored': body(/(^|&)[A-Z]/, signedIn),
    'credentials are read in the query': on(
      (request) => request.body.length === 0 && request.query.includes('password='),
      signedIn,
    ),
    'a rejected sign-in starts a session': (state) =>
      edit(401, (response) => {
        state.sessions.set('STARTED', knownUser.username);
        return withHeaders(response, { 'Set-Cookie': 'JSESSIONID=STARTED; Path=/; HttpOnly' });
      })(state),
  },
  link_conformance: {
    'no cookie is set': editHeaders(200, { 'Set-Cookie': undefined }),
  },
  session_cookie_conformance: {
    'the session id never changes': (state) => {
      state.createSessionId = () => 'ZWRpdG9y';
      return (_request, next) => next();
    },
  },
  unsupported_media_type: {
    'JSON works': header('content-type', /json/, signedIn),
  },
  not_a_server_error: {
    'a malformed encoding crashes': body(/%(?![\da-f]{2})/i, crashPage),
    'bytes that are not UTF-8 crash': body(/%ff/i, crashPage),
    'a long user name crashes': field('username', /.{256}/, crashPage),
    'brackets crash': body(/username(\[|%5B)/, crashPage),
    'a second user name crashes': body(/(username=.*){2}/, crashPage),
    'no "=" crashes': body(/(^|&)[^=&]+(&|$)/, crashPage),
    'chunks crash': header('transfer-encoding', /./, crashPage),
    'an active session crashes': on(
      ({ sessionId = '' }, { sessions }) => sessions.has(sessionId),
      crashPage,
    ),
  },
  response_received: {
    'an unknown user waits for ever': hangs(
      (request) => request.field('username') !== knownUser.username,
    ),
  },
  unsupported_method: {
    'GET signs in': method('GET', signedIn),
  },
});
