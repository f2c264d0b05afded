import { setTimeout as wait } from 'node:timers/promises';
import {
  body,
  edit,
  editHeaders,
  editJson,
  everyNth,
  field,
  header,
  method,
  on,
  repeated,
  when,
} from './changes.ts';
import {
  type BackendResponse,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  type Middleware,
  problem,
  rejected,
  text,
} from './exchange.ts';
import type { OperationId } from './operations.ts';
import { knownBrief, knownProfile, knownUser } from './state.ts';

export interface Fault {
  operation: OperationId;
  /** The check of a contract verifier that finds it. */
  check: string;
  /** What the server does wrong. */
  name: string;
  create: CreateMiddleware;
}

const found = json(200, knownBrief);
const accepted = empty(204);
const user = json(200, knownProfile);

/** What a decoded id leads to. */
const id = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.id, pattern, response);

/** What a request target leads to. */
const target = (pattern: RegExp, response: BackendResponse) =>
  when((request) => request.target, pattern, response);

/** Handles the request as a correct sign-in. */
const signedIn: Middleware = (_request, next) =>
  next({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(String(new URLSearchParams(knownUser))),
  });

/** By operation, check and name. */
const rows: Record<OperationId, Record<string, Record<string, CreateMiddleware>>> = {
  getBrief: {
    response_schema_conformance: {
      'an old brief has no fullName': editJson((value: { name: string }) =>
        value.name === 'Food & Drink' ? { name: value.name } : value,
      ),
    },
    content_type_conformance: {
      'a long cookie gets the page of a proxy': header(
        'cookie',
        /.{2049}/,
        html(400, 'Cookie Too Large'),
      ),
    },
    content_encoding_conformance: {
      'a plain body is labelled as gzip': editHeaders(200, { 'Content-Encoding': 'gzip' }),
    },
    response_headers_conformance: {
      'HEAD has the length of an empty body': editHeaders(
        200,
        { 'Content-Length': '0' },
        (request) => request.method === 'HEAD',
      ),
    },
    status_code_conformance: {
      'any range gets 416': header('range', /./, empty(416)),
    },
    positive_data_acceptance: {
      'the length is that of the encoded id': target(/[^/?]{129}/, rejected),
      'escapes in lower case are not decoded': target(/%\d[a-f]/, problem(404, 'Not Found')),
    },
    negative_data_rejection: {
      'a line feed may follow the id': id(/^daily-harvest\n$/, found),
    },
    unknown_resource_rejection: { 'the id is put into SQL': id(/' or /i, found) },
    internal_details_disclosure: {
      'a 404 has a stack trace': edit(404, () =>
        problem(404, 'Error\n    at find (/srv/app.js:1:2)'),
      ),
    },
    not_a_server_error: {
      'the id is compiled as a regular expression': id(/^[*+]/, crashPage),
      'a cookie with JSON crashes': header('cookie', /\{/, crashPage),
    },
    response_received: {
      'a pattern backtracks for ever': on(
        (request) => /^\w{40,}\W$/.test(request.id),
        () => new Promise(() => {}),
      ),
    },
    max_response_time: {
      'an old brief fails after a long time': on(
        (request) => request.id.startsWith('{'),
        async () => {
          await wait(400);
          return crashPage;
        },
      ),
    },
    unsupported_method: { 'DELETE succeeds': method('DELETE', empty(204)) },
  },

  submitFeedback: {
    response_schema_conformance: {
      '"OK" is labelled as JSON': edit(204, () => text(200, 'application/json', 'OK')),
    },
    response_headers_conformance: {
      'a 204 has a length': editHeaders(204, { 'Content-Length': '0' }),
    },
    status_code_conformance: {
      'the same message twice is a conflict': repeated(
        (request) => (/^\{.*\}$/s.test(request.text) ? request.text : undefined),
        problem(409, 'Duplicate entry'),
      ),
    },
    single_use: {
      // As the backend without a fault, for which the contract alone does not say how often a value works.
      'a captcha response works twice': () => (_request, next) => next(),
    },
    positive_data_acceptance: {
      'a text of blanks is empty': field('text', /^\s+$/, rejected),
      'lengths are those of UTF-16': field('subjectLine', /.{101}/s, rejected),
      'the order of properties matters': body(/^\s*\{\s*"[^bt]/, rejected),
    },
    negative_data_rejection: {
      'an id has no limit': field('briefId', /.{129}/, accepted),
      '007 is a number': body(/:007/, accepted),
    },
    unsupported_media_type: { 'a form works': header('content-type', /form/, accepted) },
    not_a_server_error: {
      'null crashes': body(/^null$/, crashPage),
    },
  },

  signIn: {
    positive_data_acceptance: {
      'escaped letters are not decoded': body(/%[46]/, problem(401)),
    },
    negative_data_rejection: {
      'an empty password is an anonymous bind': field('password', /^$/, signedIn),
    },
    ignored_auth: {
      'the case of the password is ignored': field('password', /^C.*E$/, signedIn),
      'an asterisk is any user': field('username', /^\*$/, signedIn),
    },
    link_conformance: { 'no cookie is set': editHeaders(200, { 'Set-Cookie': undefined }) },
    session_cookie_conformance: {
      'the session id never changes': (state) => {
        state.createSessionId = () => 'ZWRpdG9y';
        return (_request, next) => next();
      },
    },
    not_a_server_error: { 'chunks crash': header('transfer-encoding', /./, crashPage) },
  },

  signOut: {
    positive_data_acceptance: {
      'the sessions of all end': (state) => (_request, next) => {
        state.sessions.clear();
        return next();
      },
    },
    ignored_auth: {
      'every second session does not end': everyNth(
        2,
        html(200, 'Signed out'),
        (request) => request.sessionId !== undefined,
      ),
    },
    not_a_server_error: {
      'an ended session crashes': repeated((request) => request.sessionId, crashPage),
    },
  },

  getCurrentUser: {
    response_headers_conformance: {
      'a shared cache may keep the user': editHeaders(200, {
        'Cache-Control': 'public, max-age=600',
      }),
    },
    response_consistency: { 'one of two nodes has no sessions': everyNth(2, problem(401)) },
    ignored_auth: { 'the header of a gateway is trusted': header('x-remote-user', /./, user) },
    unsupported_method: { 'a 405 has no Allow': editHeaders(405, { Allow: undefined }) },
  },
};

/**
 * What frameworks, databases, caches, firewalls and load balancers get wrong: at least one for each check of the
 * verifier.
 */
export const faults: readonly Fault[] = Object.entries(rows).flatMap(([operation, ofOperation]) =>
  Object.entries(ofOperation).flatMap(([check, ofCheck]) =>
    Object.entries(ofCheck).map(([name, create]) => ({
      operation: operation as OperationId,
      check,
      name,
      create,
    })),
  ),
);
