import { asMethod, editHeaders, everyNth, late, on, repeated, sends } from '../changes.ts';
import { crashPage, empty, html } from '../exchange.ts';
import { currentUser, session, signIn, signOut } from '../probes.ts';
import { change, faultsOf, headersOf, method } from './fault.ts';

const header = headersOf(signOut);
const endsSession = [signIn(), signOut(session), currentUser(session)];
const signedOut = html(200, 'Signed out');

export const signOutFaults = faultsOf('signOut', {
  content_type_conformance: {
    'there is no Content-Type': change(signOut(), editHeaders(200, { 'Content-Type': undefined })),
  },
  content_encoding_conformance: {
    'Content-Encoding is "utf-8"': change(
      signOut(),
      editHeaders(200, { 'Content-Encoding': 'utf-8' }),
    ),
  },
  status_code_conformance: {
    'If-None-Match gets 304': header('if-none-match', '"a"', /./, empty(304)),
  },
  positive_data_acceptance: {
    'the sessions of all end': change(
      [signIn(), signOut({ cookie: 'JSESSIONID=OTHER' }), currentUser(session)],
      (state) => (_request, next) => {
        state.sessions.clear();
        return next();
      },
    ),
  },
  ignored_auth: {
    'every second session does not end': change(
      [...endsSession, ...endsSession],
      everyNth(2, sends(signedOut), (request) => request.sessionId !== undefined),
    ),
  },
  link_conformance: { 'no session ends': change(endsSession, sends(signedOut)) },
  not_a_server_error: {
    'an ended session crashes': change(
      [signIn(), signOut(session), signOut(session)],
      repeated((request) => request.sessionId, crashPage),
    ),
    'an empty header crashes': change(
      signOut({ 'access-control-allow-headers': '' }),
      on(({ headers }) => headers['access-control-allow-headers'] === '', crashPage),
    ),
    'DELETE crashes': method(signOut({}, 'DELETE'), crashPage),
  },
  response_received: {
    'no session waits for ever': change(
      signOut(),
      late(Infinity, (request) => request.sessionId === undefined),
    ),
  },
  unsupported_method: { 'POST signs out': method(signOut({}, 'POST'), asMethod('GET')) },
});
