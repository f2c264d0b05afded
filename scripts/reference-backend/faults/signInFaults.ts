import { edit, editHeaders, late, on } from '../changes.ts';
import { crashPage, type Middleware, problem, rejected, text, withHeaders } from '../exchange.ts';
import { credentials, currentUser, formOf, session, signIn, signOut } from '../probes.ts';
import { knownUser } from '../state.ts';
import { bodiesOf, change, faultsOf, fieldsOf, headersOf, method } from './fault.ts';

const valid = signIn();
const wrong = signIn('username=editor&password=wrong');
const denied = problem(401, 'The user name or the password is wrong.');
const header = headersOf((headers) => signIn(credentials, headers));
const body = bodiesOf(signIn);
const field = fieldsOf((fields) => signIn(formOf({ ...knownUser, ...fields })));

/** Handles the request as a correct sign-in. */
const signedIn: Middleware = (_request, next) =>
  next({ method: 'POST', headers: valid.headers, body: Buffer.from(credentials) });

export const signInFaults = faultsOf('signIn', {
  status_code_conformance: {
    'a success redirects': change(
      valid,
      edit(200, (response) => ({ ...withHeaders(response, { Location: '/' }), status: 302 })),
    ),
  },
  content_type_conformance: {
    'a success is JSON': change(valid, editHeaders(200, { 'Content-Type': 'application/json' })),
  },
  response_headers_conformance: {
    'password-expired is "False"': change(valid, editHeaders(200, { 'password-expired': 'False' })),
  },
  response_schema_conformance: {
    'a 401 has "error"': change(
      wrong,
      edit(401, () => text(401, 'application/problem+json', '{"error":"invalid_grant"}')),
    ),
  },
  content_encoding_conformance: {
    'Content-Encoding is "none"': change(valid, editHeaders(200, { 'Content-Encoding': 'none' })),
  },
  positive_data_acceptance: {
    'escaped letters are not decoded': body(credentials.replace('e', '%65'), /%[46]/, denied),
    'the user name comes first': body('password=correct%20horse&username=editor', /^p/, rejected),
    'another field is rejected': body(`${credentials}&submit=a`, /=.*=.*=/s, rejected),
    'the cookie of an ended session gets 401': change(
      signIn(credentials, { cookie: 'JSESSIONID=ENDED' }),
      on(
        ({ sessionId = '' }, { sessions }) => sessionId !== '' && !sessions.has(sessionId),
        denied,
      ),
    ),
  },
  negative_data_rejection: {
    'an empty password is an anonymous bind': field('password', '', /^$/, signedIn),
  },
  ignored_auth: {
    'the case of the password is ignored': field('password', 'CORRECT HORSE', /^C.*E$/, signedIn),
    'the password is trimmed': field('password', 'correct horse ', /^correct horse $/, signedIn),
    'NUL ends the password': field('password', 'correct horse\0a', /^correct horse\0/, signedIn),
    'the user name is put into SQL': field('username', "' OR '1'='1", /' or /i, signedIn),
    'an asterisk is any user': field('username', '*', /^\*$/, signedIn),
    'brackets make an operator': body('password%5B%24ne%5D=x', /\[\$|%5B(%24|\$)/i, signedIn),
    'the case of names is ignored': body('PASSWORD=correct%20horse', /(^|&)[A-Z]/, signedIn),
    'credentials are read in the query': change(
      { ...signIn(''), target: `${valid.target}?${credentials}` },
      on(({ body: { length }, query }) => length === 0 && query.includes('password='), signedIn),
    ),
    'a rejected sign-in starts a session': change([wrong, currentUser(session)], (state, pause) =>
      edit(401, (response) => {
        state.sessions.set('STARTED', knownUser.username);
        return withHeaders(response, { 'Set-Cookie': 'JSESSIONID=STARTED; Path=/; HttpOnly' });
      })(state, pause),
    ),
  },
  link_conformance: {
    'no cookie is set': change(valid, editHeaders(200, { 'Set-Cookie': undefined })),
  },
  session_cookie_conformance: {
    'the session id never changes': change([valid, valid], (state) => {
      state.createSessionId = () => 'ZWRpdG9y';
      return (_request, next) => next();
    }),
  },
  unsupported_media_type: {
    'JSON works': header('content-type', 'application/json', /json/, signedIn),
  },
  not_a_server_error: {
    'a malformed encoding crashes': body('username=%zz', /%(?![\da-f]{2})/i, crashPage),
    'bytes that are not UTF-8 crash': body('username=%ff', /%ff/i, crashPage),
    'a long user name crashes': field('username', 'a'.repeat(256), /.{256}/, crashPage),
    'brackets crash': body('username[]=a', /username(\[|%5B)/, crashPage),
    'a second user name crashes': body('username=a&username=b', /(username=.*){2}/, crashPage),
    'no "=" crashes': body('username&password=a', /(^|&)[^=&]+(&|$)/, crashPage),
    'chunks crash': change(
      { ...valid, isChunked: true },
      on((request) => request.header('transfer-encoding') !== '', crashPage),
    ),
    'an active session crashes': change(
      [valid, signIn(credentials, session)],
      on(({ sessionId = '' }, { sessions }) => sessions.has(sessionId), crashPage),
    ),
  },
  response_received: {
    'an unknown user takes 30 seconds': change(
      signIn('username=nobody&password=a'),
      late(30_000, (request) => request.field('username') !== knownUser.username),
    ),
  },
  unsupported_method: {
    'GET signs in': method({ ...signOut(), target: valid.target }, signedIn),
  },
});
