import {
  edit,
  editHeaders,
  editJson,
  everyNth,
  hangs,
  header,
  method,
  on,
  sends,
  when,
} from '../changes.ts';
import { type BackendResponse, crashPage, empty, json, problem } from '../exchange.ts';
import { knownProfile } from '../state.ts';
import { faultsOf } from './fault.ts';

const user = json(200, knownProfile);
const notSignedIn = problem(401, 'Not signed in.');

/** What a session id leads to. */
const sessionId = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.sessionId ?? '-', pattern, response);

export const getCurrentUserFaults = faultsOf('getCurrentUser', {
  response_schema_conformance: {
    'one of three nodes adds a prefix to roles': everyNth(
      3,
      editJson((value: object) => ({ ...value, roles: ['ROLE_feedback'] })),
      (request) => request.sessionId !== undefined,
    ),
  },
  content_type_conformance: {
    'the user is text/plain': editHeaders(200, { 'Content-Type': 'text/plain' }),
  },
  content_encoding_conformance: {
    'a plain body is labelled as gzip': editHeaders(200, { 'Content-Encoding': 'gzip' }),
  },
  response_headers_conformance: {
    'a shared cache may keep the user': editHeaders(200, {
      'Cache-Control': 'public, max-age=600',
    }),
  },
  status_code_conformance: {
    'If-None-Match gets 304': header('if-none-match', /./, empty(304)),
  },
  positive_data_acceptance: {
    'similar names hide the session': header('cookie', /\w+JSESSIONID/, notSignedIn),
    '"=" in a value hides the session': header('cookie', /=[^;]*=[^;]*;/, notSignedIn),
  },
  response_consistency: {
    'one of two nodes has no sessions': everyNth(2, sends(notSignedIn)),
  },
  link_conformance: {
    'no session gets 403': edit(401, () => problem(403, 'Forbidden')),
  },
  ignored_auth: {
    '"%" is any session': sessionId(/^%$/, user),
    'text after the session id is ignored': on(
      (request, { sessions }) =>
        [...sessions.keys()].some((id) => request.sessionId?.startsWith(id)),
      user,
    ),
    'the case of the session id is ignored': on(
      (request, { sessions }) => sessions.has(request.sessionId?.toUpperCase() ?? ''),
      user,
    ),
    'the header of a gateway is trusted': header('x-remote-user', /./, user),
    'basic authentication works': header('authorization', /^Basic /, user),
    'the session belongs to the connection': () => {
      const known = new Set<object>();
      return async (request, next) => {
        const response = await next();
        if (response.status === 200) known.add(request.connection);
        return known.has(request.connection) ? user : response;
      };
    },
    'HEAD needs no session': method('HEAD', user),
  },
  not_a_server_error: {
    'an empty session id crashes': sessionId(/^$/, crashPage),
    'an apostrophe crashes': sessionId(/'/, crashPage),
    'a long session id crashes': sessionId(/.{256}/, crashPage),
  },
  response_received: {
    'an unknown session id waits for ever': hangs(
      ({ sessionId: id = '' }, { sessions }) => id !== '' && !sessions.has(id),
    ),
  },
  unsupported_method: {
    'a 405 has no Allow': editHeaders(405, { Allow: undefined }),
  },
});
