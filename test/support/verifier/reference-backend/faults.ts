import { randomBytes } from 'node:crypto';
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
  withHeaders,
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

/** Sends headers with each success, and `response` to a request that returns their value. */
const respondsTo = (name: string, headers: Record<string, string>, response: BackendResponse) => {
  const [value] = Object.values(headers);
  const addHeaders = editHeaders(200, headers);
  const isReturned: CreateMiddleware = (state) => (request, next) =>
    request.header(name.toLowerCase()) === value ? response : addHeaders(state)(request, next);
  return isReturned;
};

/** Creates session ids from the number of sign-ins. */
const createsIds =
  (create: (count: number) => string): CreateMiddleware =>
  (state) => {
    let count = 0;
    state.createSessionId = () => create(++count);
    return (_request, next) => next();
  };

/** The faults by operation, check and name. */
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
      'only the name of the server is allowed as host': header('x-forwarded-host', /./, rejected),
      'a missing Referer is taken for forgery under HTTPS': on(
        (request) => /proto=https/.test(request.header('forwarded')) && !request.header('referer'),
        problem(403),
      ),
    },
    negative_data_rejection: {
      'a line feed may follow the id': id(/^daily-harvest\n$/, found),
      'the id is put into SQL': id(/' or /i, found),
    },
    unknown_resource_rejection: {
      'the id ends at a comma': id(/^daily-harvest,/, found),
      'an underscore is any character': id(/^daily-harve_t$|^daily-harves_$/, found),
      '0 is equal to any text': id(/^0$/, found),
      'each object has a constructor': id(/^constructor$/, found),
      'HEAD finds everything': edit(
        404,
        () => found,
        ({ method }) => method === 'HEAD',
      ),
      'a client of JSON gets another error': edit(
        404,
        () => problem(400),
        (request) => request.header('accept') === 'application/json',
      ),
    },
    response_safety: {
      'a filter starts a session for each request': editHeaders(200, {
        'Set-Cookie': 'JSESSIONID=0123456789ABCDEF0123456789ABCDEF; Path=/; HttpOnly',
      }),
      'a filter deletes the session cookie': editHeaders(200, {
        'Set-Cookie': 'JSESSIONID=; Path=/; Max-Age=0',
      }),
      'an error page repeats the path unescaped': edit([400, 404], (_, { path }) =>
        html(400, decodeURIComponent(path)),
      ),
      'any origin may read with the cookies of the user': edit(200, (response, request) =>
        withHeaders(response, {
          'Access-Control-Allow-Origin': request.header('origin') || '*',
          'Access-Control-Allow-Credentials': 'true',
        }),
      ),
      'every response clears the cookies': editHeaders(200, { 'Clear-Site-Data': '"cookies"' }),
    },
    internal_details_disclosure: {
      'a 404 has a stack trace': edit(404, () =>
        problem(404, 'Error\n    at find (/srv/app.js:1:2)'),
      ),
    },
    not_a_server_error: {
      'the id is compiled as a regular expression': id(/^[*+]/, crashPage),
      'a cookie with JSON crashes': header('cookie', /\{/, crashPage),
      'its own entity tag crashes': respondsTo('If-None-Match', { ETag: '"7f3a"' }, crashPage),
      'its own date crashes': respondsTo(
        'If-Modified-Since',
        { 'Last-Modified': 'Sun, 01 Nov 2026 12:00:00 GMT' },
        crashPage,
      ),
    },
    response_received: {
      'a 304 has a body': respondsTo(
        'If-None-Match',
        { ETag: '"7f3a"' },
        { ...empty(304, { ETag: '"7f3a"' }), stray: JSON.stringify(knownBrief) },
      ),
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
      'a variation selector is no character': field('text', /\ufe0f/, rejected),
      'a text may not begin with a line break': field('subjectLine', /^\n/, rejected),
      'a text of digits is read as a number': field('text', /^\d+$/, rejected),
      'a date is read as another type': field('text', /^\d{4}-\d\d-\d\dT[\d:]+Z$/, rejected),
      'the origin of the page is unknown': header('origin', /feedback\.example/, problem(403)),
    },
    negative_data_rejection: {
      'an id has no limit': field('briefId', /.{129}/, accepted),
      '007 is a number': body(/:007/, accepted),
    },
    unsupported_media_type: { 'a form works': header('content-type', /form/, accepted) },
    not_a_server_error: {
      'null crashes': body(/^null$/, crashPage),
      'half an emoji cannot be stored': on(
        (request) =>
          request.field('briefId') === 'daily-harvest' &&
          /[\ud800-\udbff]$/.test(request.field('text')),
        crashPage,
      ),
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
      'an empty password binds a real user anonymously': on(
        ({ field: read, text: form }) =>
          read('username') === knownUser.username && /password=(&|$)/.test(form),
        signedIn,
      ),
      'a live session makes any password right': on(
        ({ method: name, sessionId = '' }, { sessions }) =>
          name === 'POST' && sessions.has(sessionId),
        signedIn,
      ),
    },
    response_safety: {
      'the page has the session id in its links': edit(200, (response) => {
        const [, sessionId = ''] = /=([^;]*)/.exec(String(response.headers['Set-Cookie'])) ?? [];
        return { body: `<a href="/tools.jsp;jsessionid=${sessionId}">Tools</a>` };
      }),
      'a header has the new session id': edit(200, (response) => {
        const [, sessionId = ''] = /=([^;]*)/.exec(String(response.headers['Set-Cookie'])) ?? [];
        return withHeaders(response, { 'X-Auth-Token': sessionId });
      }),
      'the form is shown again with the password': edit(401, (_, request) =>
        html(401, `<input type=password value="${request.field('password')}">`),
      ),
      'the page repeats the user name unescaped': edit(401, (_, request) =>
        html(401, `No user ${request.field('username')}`),
      ),
    },
    session_cookie_conformance: {
      'no cookie is set': editHeaders(200, { 'Set-Cookie': undefined }),
      'the session id never changes': (state) => {
        state.createSessionId = () => 'ZWRpdG9y';
        return (_request, next) => next();
      },
      'session ids are counted': createsIds((count) => `00000000000000000000000${1000 + count}`),
      'session ids are times': createsIds((count) => `${Date.now() + count}`),
      'session ids are user names in JSON': createsIds((count) =>
        Buffer.from(JSON.stringify({ user: 'editor', count })).toString('base64url'),
      ),
      'session ids are short': createsIds(() => randomBytes(4).toString('hex')),
    },
    not_a_server_error: { 'chunks crash': header('transfer-encoding', /./, crashPage) },
  },

  signOut: {
    link_conformance: {
      'the session of a sign-in is not known': on(
        ({ sessionId }) => sessionId !== undefined,
        problem(401),
      ),
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
        html(200, 'Signed out'),
        (request) => request.sessionId !== undefined,
      ),
    },
    not_a_server_error: {
      'an ended session crashes': repeated((request) => request.sessionId, crashPage),
    },
    response_safety: {
      'a cache may store the sign-out': editHeaders(200, { 'Cache-Control': 'max-age=3600' }),
    },
  },

  getCurrentUser: {
    response_headers_conformance: {
      'a shared cache may keep the user': editHeaders(200, {
        'Cache-Control': 'public, max-age=600',
      }),
    },
    response_safety: {
      'a header repeats the session id': edit(200, (response, { sessionId = '' }) =>
        withHeaders(response, { 'X-Session': sessionId }),
      ),
      'the session id is among the properties': edit(200, (_, { sessionId = '' }) =>
        json(200, { ...knownProfile, session: sessionId }),
      ),
      'the password is among the properties': edit(200, () =>
        json(200, { ...knownProfile, password: knownUser.password }),
      ),
      'a cache may store the 401': editHeaders(401, { 'Cache-Control': 'public, max-age=60' }),
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
