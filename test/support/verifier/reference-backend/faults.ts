import {
  body,
  edit,
  editHeaders,
  field,
  header,
  method,
  on,
  othersArrive,
  repeated,
  when,
} from './changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  crashPage,
  empty,
  html,
  json,
  type Middleware,
  problem,
  rejected,
  withHeaders,
} from './exchange.ts';
import type { OperationId } from './operations.ts';
import { knownBrief, knownProfile, knownUser } from './state.ts';

export interface Fault {
  /** Undefined for what concerns several operations. */
  operation?: OperationId;
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

/** Sends `response` to a request that has all headers. */
const together = (headers: Readonly<Record<string, RegExp>>, response: BackendResponse) =>
  on(
    (request) => Object.entries(headers).every(([name, it]) => it.test(request.header(name))),
    response,
  );

const text = (pattern: RegExp, response: BackendResponse) => field('text', pattern, response);

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

/** Whether a request is one of those in turn on a connection that is kept. */
const isInTurn = ({ headers, method: name }: BackendRequest) =>
  headers.connection === 'keep-alive' &&
  name === 'GET' &&
  (headers['if-none-match'] ?? headers['if-modified-since']) === undefined;

/** Sends `response` to the nth of the requests in turn for an id. */
const inTurn = (n: number, pattern: RegExp, response: BackendResponse): CreateMiddleware => {
  let count = 0;
  return on((it) => isInTurn(it) && pattern.test(it.id) && ++count === n, response);
};

const isTooLong = (it: string) => [...it].length > 500;
const isCurrentUser = (request: BackendRequest) => request.id === 'currentUser';
const isSignIn = (request: BackendRequest) => request.id === 'tools.jsp';

/** Starts a session although it rejects a sign-in. */
const startsSessionOfRejected: CreateMiddleware = (state) => {
  const rejectedId = state.createSessionId();
  return async (request, next) => {
    if (isCurrentUser(request) && request.sessionId === rejectedId) return user;

    const response = await next();
    if (!isSignIn(request) || response.status !== 401) return response;
    return withHeaders(response, { 'Set-Cookie': `JSESSIONID=${rejectedId}; Path=/` });
  };
};

/** Gives sign-ins at the same time one session. */
const sharesSession: CreateMiddleware = () => {
  let pending: Promise<BackendResponse> | undefined;
  return async (request, next) => {
    if (!isSignIn(request)) return next();

    pending ??= othersArrive().then(() => next());
    const response = await pending;
    pending = undefined;
    return { ...response };
  };
};

/** Sends the brief of another request that is handled at the same time. */
const mixesUp: CreateMiddleware = () => {
  let count = 0;
  return async (request, next) => {
    const before = ++count;
    if (!request.id.startsWith('{6F')) return next();

    await othersArrive();
    return count > before ? found : next();
  };
};

/** Faults that change few responses, so that one backend can have all of them: by operation, check and name. */
const rows: Record<OperationId | 'sessions', Record<string, Record<string, CreateMiddleware>>> = {
  sessions: {
    ignored_auth: { 'a rejected sign-in starts a session': startsSessionOfRejected },
    session_cookie_conformance: { 'sign-ins at the same time share a session': sharesSession },
  },

  getBrief: {
    response_consistency: {
      'the third read differs': inTurn(
        3,
        /^daily-harvest$/,
        json(200, { name: 'a', fullName: 'A' }),
      ),
      'requests at the same time are mixed up': mixesUp,
    },
    response_schema_conformance: {
      'an old brief has no fullName': on(
        (request) => request.id.startsWith('{6F'),
        json(200, { name: 'Food & Drink' }),
      ),
      'the status of a problem is a text': edit(
        405,
        () => ({ body: JSON.stringify({ title: 'Method Not Allowed', status: '405' }) }),
        (request) => request.method === 'PATCH',
      ),
    },
    content_type_conformance: {
      'a long cookie gets the page of a proxy': header('cookie', /.{2049}/, html(400, 'Too Large')),
      'a browser gets another page for 404': edit(
        404,
        () => html(404, 'Not Found'),
        (request) => request.header('accept').includes('html'),
      ),
    },
    content_encoding_conformance: {
      'a plain body is labelled as gzip': editHeaders(
        200,
        { 'Content-Encoding': 'gzip' },
        (request) => /page/.test(request.header('origin')),
      ),
    },
    response_headers_conformance: {
      'HEAD has the length of an empty body': editHeaders(
        200,
        { 'Content-Length': '0' },
        (request) => request.method === 'HEAD',
      ),
      'a date is not that of HTTP': header(
        'origin',
        /null/,
        withHeaders(found, { 'Last-Modified': '2024-01-01 10:00:00' }),
      ),
    },
    status_code_conformance: {
      'any range gets 416': header('range', /0-3/, empty(416)),
      'a method override is obeyed': header('x-http-method-override', /DELETE/, accepted),
      'a method in the query is obeyed': target(/_method=DELETE/, accepted),
      'any entity tag is current': header('if-none-match', /check/, empty(304)),
      'HTTPS in front leads to a redirect': header('x-forwarded-proto', /^https$/, empty(308)),
      'the query selects the method': target(/fields=a&a\[b\]=c&a=1/, problem(405)),
    },
    positive_data_acceptance: {
      'the length is that of the encoded id': target(/[^/?]{129}/, rejected),
      'escapes in lower case are not decoded': target(/%\d[a-f]/, problem(404, 'Not Found')),
      'a client without a name is rejected': header('user-agent', /^$/, rejected),
      'a plus in the id is rejected': id(/\+/, rejected),
      'a URL in a header is obeyed': header('x-original-url', /./, problem(404)),
      'the query replaces the path': target(/briefId=contract-check/, problem(404)),
      'a session is rejected where none is needed': on(
        (request) => request.sessionId !== undefined,
        problem(403),
      ),
    },
    negative_data_rejection: {
      'a line feed may follow the id': id(/^daily-harvest\n$/, found),
      'blanks may follow the id': id(/^daily-harvest $/, found),
      'the id is put into SQL': id(/' or /i, found),
    },
    unknown_resource_rejection: {
      'the id ends at a comma': id(/^daily-harvest,/, found),
      'the id is a prefix': id(/^daily-harvestx$/, found),
      'an underscore is any character': id(/^daily-harves_$/, found),
      '0 is equal to any text': id(/^0$/, found),
      'each object has a constructor': id(/^constructor$/, found),
      'HEAD finds everything': edit(
        404,
        () => found,
        (request) => request.method === 'HEAD',
      ),
      'a client of JSON gets another error': edit(
        404,
        () => problem(400),
        (request) => request.header('accept') === 'application/json',
      ),
    },
    response_safety: {
      'an error page repeats the path unescaped': id(/^</, html(400, '<b>contract-check')),
      'any origin may read with the cookies of the user': edit(
        200,
        (response, request) =>
          withHeaders(response, {
            'Access-Control-Allow-Origin': request.header('origin'),
            'Access-Control-Allow-Credentials': 'true',
          }),
        (request) => /feedback.*check/.test(request.header('origin')),
      ),
    },
    internal_details_disclosure: {
      'a 404 has a stack trace': id(/^con$/, problem(404, 'Error\n    at find (/srv/app.js:1:2)')),
    },
    not_a_server_error: {
      'the id is compiled as a regular expression': id(/^[*+]/, crashPage),
      'the id is a property of an object': id(/^__proto__$/, crashPage),
      'a pattern backtracks until a gateway gives up': id(/^\w{40,}\W$/, html(504, 'Time-out')),
      'a cookie with JSON crashes': header('cookie', /\{/, crashPage),
      'a query that cannot be decoded crashes': target(/\?.*=%00/, crashPage),
      'an unknown media type crashes': header('accept', /vnd/, crashPage),
      'a range of letters crashes': header('range', /z-1/, crashPage),
      'a date of letters crashes': header('if-modified-since', /check/, crashPage),
      'an asterisk for an entity tag crashes': header('if-none-match', /^\*$/, crashPage),
      'its own entity tag crashes': respondsTo('If-None-Match', { ETag: '"7f3a"' }, crashPage),
      'its own date crashes': respondsTo(
        'If-Modified-Since',
        { 'Last-Modified': 'Sun, 01 Nov 2026 12:00:00 GMT' },
        crashPage,
      ),
      'the second request of a connection crashes': inTurn(2, /^daily-harvest$/, crashPage),
    },
    unsupported_method: {
      'DELETE succeeds': method('DELETE', empty(204)),
      'Allow lists an undeclared method': method(
        'PUT',
        withHeaders(problem(405), { Allow: 'GET, PUT' }),
      ),
    },
  },

  submitFeedback: {
    response_schema_conformance: {
      '"OK" is labelled as JSON': header(
        'transfer-encoding',
        /./,
        withHeaders(html(200, 'OK'), { 'Content-Type': 'application/json' }),
      ),
    },
    response_headers_conformance: {
      'a 204 has a length': editHeaders(204, { 'Content-Length': '0' }, ({ header: read }) =>
        /html/.test(read('accept')),
      ),
    },
    status_code_conformance: {
      'the same message twice is a conflict': repeated(
        (request) => (/^\{.*\}$/s.test(request.text) ? request.text : undefined),
        problem(409, 'Duplicate entry'),
      ),
    },
    single_use: {
      'a captcha response works twice': repeated(
        (request) => request.field('recaptchaResponse') || undefined,
        json(200, { accepted: true }),
      ),
    },
    positive_data_acceptance: {
      'a text of blanks is empty': text(/^\s+$/, rejected),
      'a text may not begin with a line break': field('subjectLine', /^\n/, rejected),
      'a text of digits is read as a number': text(/^\d+$/, rejected),
      'a date is read as another type': text(/^\d{4}-\d\d-\d\dT[\d:]+Z$/, rejected),
      'a formula is rejected': text(/^[=+@-]/, rejected),
      'lengths are those of UTF-16': field('subjectLine', /.{101}/s, rejected),
      'lengths are those of HTML': text(/<{100}/, rejected),
      'a variation selector is no character': text(/\ufe0f/, rejected),
      'a line break in a line is rejected': field('subjectLine', /a\nb/, rejected),
      'the order of properties matters': body(/^\{(\r\n \t.*){5}\r/, rejected),
      'escapes are not decoded': body(/\\u0061/, rejected),
      'the media type is in lower case': header('content-type', /JSON/, problem(415)),
      'the origin of the page is unknown': header('origin', /feedback\.example/, problem(403)),
    },
    negative_data_rejection: {
      'an id has no limit': field('briefId', /.{129}/, accepted),
      'a text is cut at its limit': on(
        (request) => isTooLong(request.field('text')) && !isTooLong(request.field('text').trim()),
        accepted,
      ),
      'property names have any case': body(/BRIEFID/, accepted),
      'comments are JSON': body(/\/\*/, accepted),
      'a trailing comma is JSON': body(/,\}$/, accepted),
      'single quotes are JSON': body(/^\{'/, accepted),
      'the last brace may be missing': body(/^\{.*"$/, accepted),
      'text may follow the body': body(/\} x$/, accepted),
      'an object may follow the body': body(/\}\{\}$/, accepted),
      'an array has the properties of its item': body(/^\[\{/, accepted),
      'a prototype is no property': body(/__proto__":\{/, accepted),
      'an empty body is valid': body(/^$/, accepted),
      'a line break in a text is JSON': body(/[^"{}\s,:]\n/, accepted),
      '007 is a number': body(/:007/, accepted),
    },
    internal_details_disclosure: {
      'an error repeats 100 characters of a text': edit(
        400,
        (_, request) => problem(400, request.field('text').slice(0, 100)),
        (request) => /^e.{500}/s.test(request.field('text')),
      ),
      'an error repeats a body that it does not read': edit(
        415,
        (_, request) => problem(415, `Unexpected body: ${request.body}`),
        (request) => /text.plain/.test(request.header('content-type')),
      ),
      'an error repeats an e-mail address': text(/a\+b@/, problem(400, 'From a+b@example.com')),
    },
    unsupported_media_type: {
      'a form works': header('content-type', /form-url/, accepted),
      'any type that begins with json works': header('content-type', /json-/, rejected),
    },
    not_a_server_error: {
      'null crashes': body(/^null$/, crashPage),
      'deep nesting crashes': body(/\[{9000}/, crashPage),
      'bytes that are not UTF-8 crash': body(/\ufffd/, crashPage),
      'a large body crashes': on((request) => request.text.length > 1e5, crashPage),
      'a large number crashes': body(/"subscriberId":92/, crashPage),
      'a number beyond all limits crashes': body(/1e400/, crashPage),
      'a byte order mark crashes': body(/^\ufeff/, crashPage),
      'a repeated property crashes': body(/"text":.*"text":/, crashPage),
      'a single quote crashes': text(/it's/, crashPage),
      'a long captcha response crashes': field('recaptchaResponse', /.{4001}/, crashPage),
      'half an emoji cannot be stored': text(/[\ud800-\udbff]$/, crashPage),
    },
  },

  signIn: {
    positive_data_acceptance: {
      'escaped letters are not decoded': body(/%[46]/, problem(401)),
      'an unknown field is rejected': body(/contractCheck=1&&/, rejected),
      'the order of fields matters': body(/^password/, rejected),
      'a blank is a plus sign': body(/correct%20horse/, problem(401)),
      'a missing Referer is taken for forgery': on(
        (request) => /proto=https/.test(request.header('forwarded')) && !request.header('referer'),
        rejected,
      ),
    },
    negative_data_rejection: {
      'an empty password is an anonymous bind': on(
        ({ field: read, text: form }) =>
          read('username') !== knownUser.username && /password=(&|$)/.test(form),
        signedIn,
      ),
      'JSON is a form': body(/\{"/, html(200, '')),
      'brackets follow a name': body(/^username\[\]=/, html(200, '')),
    },
    ignored_auth: {
      'an asterisk is any user': field('username', /^\*$/, signedIn),
      'any user exists': field('password', /no-such/, html(200, 'Signed in')),
      'an empty password binds a real user anonymously': on(
        ({ field: read, text: form }) =>
          read('username') === knownUser.username && /password=(&|$)/.test(form),
        signedIn,
      ),
      'a live session makes a password in another case right': on(
        ({ field: read, sessionId = '' }, { sessions }) =>
          sessions.has(sessionId) && /^C.*E$/.test(read('password')),
        signedIn,
      ),
    },
    response_safety: {
      'the form is shown again with the password': field(
        'username',
        /-- $/,
        html(401, `<input type=password value="' OR '1'='1">`),
      ),
      'the page repeats the user name unescaped': edit(
        401,
        (_, request) => html(401, `No user ${request.field('username')}`),
        (request) => request.field('password') === 'null',
      ),
    },
    not_a_server_error: {
      'chunks crash': header('transfer-encoding', /./, crashPage),
      'the headers of a browser and a gateway crash together': together(
        {
          'accept-language': /^de-CH, .* \*;q=0\.1$/,
          'accept-encoding': /zstd/,
          cookie: /^flag; _ga.* pref="a b"; e=; f=a=b; g=%zz$/,
          referer: /^https:/,
          'sec-fetch-mode': /cors/,
          'x-forwarded-for': /192\.0\.2\.1, 2001/,
          'x-forwarded-proto': /https/,
          via: /1\.1/,
          'x-request-id': /^6f9619ff/,
        },
        crashPage,
      ),
      'a form that cannot be decoded crashes': body(/%zz/, crashPage),
      'a form that is not UTF-8 crashes': body(/%ff%fe/, crashPage),
    },
  },

  signOut: {
    not_a_server_error: {
      'an ended session crashes': repeated((request) => request.sessionId, crashPage),
      'unusual headers of a gateway crash together': together(
        {
          authorization: /^Basic /,
          'accept-language': /^\*$/,
          'x-forwarded-for': /^unknown, 127/,
          forwarded: /^for=unknown/,
          traceparent: /./,
          tracestate: /=/,
          baggage: /;/,
          'x-request-id': /\{/,
          cookie: /\[1,"b"\]\}; =; /,
          referer: /^contract check$/,
        },
        crashPage,
      ),
    },
  },

  getCurrentUser: {
    positive_data_acceptance: {
      'a cookie is found by the end of its name': header('cookie', /-JSESSIONID=/, problem(401)),
    },
    response_safety: {
      'the session id is among the properties': edit(
        200,
        (_, { sessionId }) => json(200, { ...knownProfile, session: sessionId }),
        (request) => request.header('origin') === 'null',
      ),
      'the password is among the properties': edit(
        200,
        () => json(200, { ...knownProfile, password: knownUser.password }),
        (request) => /_method/.test(request.query),
      ),
    },
    ignored_auth: {
      'a client at the address of the server is trusted': together(
        {
          'x-forwarded-for': /^127/,
          'x-real-ip': /^127/,
          authorization: /^Basic /,
          'x-forwarded-user': /admin/,
        },
        user,
      ),
      'the headers of a gateway are trusted': together(
        { authorization: /^Bearer .*\.$/, 'x-user': /admin/, 'x-remote-user': /admin/ },
        user,
      ),
      'HEAD needs no credentials': on(
        (request) => request.method === 'HEAD' && request.header('cookie') === '',
        user,
      ),
      'a part of a session id is enough': header('cookie', /^JSESSIONID=[\dA-F]{31}$/, user),
      'a session id is a prefix': header('cookie', /^JSESSIONID=[\dA-F]{32}0$/, user),
      'a session id has any case': header('cookie', /^JSESSIONID=[\da-f]{32}$/, user),
      'a percent sign is any session id': header('cookie', /^JSESSIONID=%$/, user),
      'the session id is put into SQL': header('cookie', /' OR '1'='1/, user),
      'a connection has a session': on(
        (request) => request.header('cookie') === '' && isInTurn(request),
        user,
      ),
      'a session id may be invented before the sign-in': header('cookie', /invented/, user),
    },
    unsupported_method: {
      'a 405 has no Allow': editHeaders(405, { Allow: undefined }),
    },
  },
};

/**
 * What frameworks, databases, caches, firewalls and load balancers get wrong.
 */
export const faults: readonly Fault[] = Object.entries(rows).flatMap(([part, ofPart]) =>
  Object.entries(ofPart).flatMap(([check, ofCheck]) =>
    Object.entries(ofCheck).map(([name, create]): Fault => {
      const fault = { check, name, create };
      return part === 'sessions' ? fault : { ...fault, operation: part as OperationId };
    }),
  ),
);
