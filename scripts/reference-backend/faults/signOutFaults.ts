import {
  asMethod,
  editHeaders,
  everyNth,
  hangs,
  header,
  method,
  on,
  repeated,
  sends,
} from '../changes.ts';
import { crashPage, empty, html } from '../exchange.ts';
import { faultsOf } from './fault.ts';

const signedOut = html(200, 'Signed out');

export const signOutFaults = faultsOf('signOut', {
  content_type_conformance: {
    'there is no Content-Type': editHeaders(200, { 'Content-Type': undefined }),
  },
  content_encoding_conformance: {
    'Content-Encoding is "utf-8"': editHeaders(200, { 'Content-Encoding': 'utf-8' }),
  },
  status_code_conformance: {
    'If-None-Match gets 304': header('if-none-match', /./, empty(304)),
  },
  positive_data_acceptance: {
    'the sessions of all end': (state) => (_request, next) => {
      state.sessions.clear();
      return next();
    },
  },
  ignored_auth: {
    'every second session does not end': everyNth(
      2,
      sends(signedOut),
      (request) => request.sessionId !== undefined,
    ),
  },
  link_conformance: { 'no session ends': sends(signedOut) },
  not_a_server_error: {
    'an ended session crashes': repeated((request) => request.sessionId, crashPage),
    'an empty header crashes': on(
      ({ headers }) => headers['access-control-allow-headers'] === '',
      crashPage,
    ),
    'DELETE crashes': method('DELETE', crashPage),
  },
  response_received: {
    'no session waits for ever': hangs((request) => request.sessionId === undefined),
  },
  unsupported_method: { 'POST signs out': method('POST', asMethod('GET')) },
});
