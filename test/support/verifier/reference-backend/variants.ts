import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { edit, editHeaders, on, when } from './changes.ts';
import {
  type BackendRequest,
  type BackendResponse,
  type CreateMiddleware,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from './exchange.ts';
import { knownUser } from './state.ts';

const withContent = [200, 400, 401, 404, 405, 413, 415];
const page = (status: number) => html(status, 'nginx');

/** Replaces the attributes of the session cookie. */
export const cookieWith = (attributes: string) =>
  edit(200, (response) => {
    const cookie = String(response.headers['Set-Cookie'] ?? '');
    if (cookie === '') return {};
    return withHeaders(response, { 'Set-Cookie': cookie.replace(/;.*/, `; ${attributes}`) });
  });

/** Adds members to problem details, or to any JSON object. */
const withMembers = (response: BackendResponse, members: object): BackendResponse => {
  const body = JSON.stringify({ ...members, ...JSON.parse(String(response.body)) });
  return { ...response, body };
};

const isJson = ({ headers }: BackendResponse) => /json/.test(String(headers['Content-Type']));

/** Sends `response` to undeclared methods. */
const toMethod = (name: RegExp, response: BackendResponse) =>
  edit(
    405,
    () => response,
    (request) => name.test(request.method),
  );

/** What a backend may do and still conforms to the contract. Those in one group share a backend. */
export const variants: readonly {
  /** The operations to verify. */
  only: string;
  /** By what the backend does. */
  habits: Readonly<Record<string, CreateMiddleware>>;
}[] = [
  {
    only: 'getBrief,submitFeedback',
    habits: {
      'clears the data of a site in each response of a path, also to an undeclared method':
        editHeaders(405, {
          'Clear-Site-Data': '"cookies"',
        }),
      'is behind nginx, which answers TRACE': toMethod(/TRACE/, page(405)),
      'knows no PUT': toMethod(/PUT/, page(501)),
      'checks credentials before the method is DELETE': toMethod(/DELETE/, page(401)),
      'rejects undeclared names in a query': when(
        (request) => request.query,
        /contractCheck|_method|briefId/,
        problem(400),
      ),
      'sends a page for a path that it does not route': on(
        (request) =>
          request.method === 'GET' && /[;\\]|%(00|0a|25|2f|3b|5c|zz|ff)|\/$/i.test(request.target),
        page(400),
      ),
      'supports no HEAD': edit(
        200,
        () => empty(405, { Allow: 'GET' }),
        (request) => request.method === 'HEAD',
      ),
      'supports no chunks': on(
        ({ headers }) => headers['transfer-encoding'] !== undefined,
        problem(411),
      ),
      'parses JSON before the media type, and no parameters after capitals': on(
        ({ header, text }) =>
          /^[A-Z].*;/.test(header('content-type')) ||
          (/json/.test(header('content-type')) && !text.startsWith('{')),
        problem(400),
      ),
      'sends 406 unless a client accepts any type': when(
        ({ header }) => header('accept'),
        /^application\//,
        empty(406),
      ),
      'knows the captcha responses of a run': when(
        ({ field }) => field('recaptchaResponse'),
        /contract-check-once/,
        problem(400),
      ),
      'accepts a submission for an unknown brief': edit(
        404,
        () => empty(204),
        (request) => request.method === 'POST',
      ),
    },
  },
  {
    only: 'getBrief,submitFeedback,getCurrentUser',
    habits: {
      'compresses unless the client accepts no gzip': edit(
        withContent,
        (response) => ({
          ...withHeaders(response, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
          body: gzipSync(response.body),
        }),
        ({ headers }) =>
          /(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers['accept-encoding'] ?? 'gzip'),
      ),
      'sends entity tags': edit(200, (response, request) => {
        const etag = `"${createHash('sha1').update(response.body).digest('hex')}"`;
        const tags = request.header('if-none-match');
        return tags === '*' || tags.includes(etag)
          ? empty(304, { ETag: etag })
          : withHeaders(response, { ETag: etag });
      }),
      'sends a charset': edit(withContent, (response) =>
        withHeaders(response, {
          'Content-Type': `${response.headers['Content-Type']}; charset=utf-8`,
        }),
      ),
      'sends additional properties': edit(withContent, (response) =>
        isJson(response) ? withMembers(response, { version: 2 }) : {},
      ),
      'adds what Spring, ASP.NET and Rails add': edit(
        [204, ...withContent],
        (response, { path }) => {
          const added = withHeaders(response, {
            'Cache-Control': 'no-cache, no-store, max-age=0, must-revalidate',
            Pragma: 'no-cache',
            Expires: '0',
            'X-Powered-By': 'ASP.NET',
            'X-Runtime': '0.004523',
            'X-Request-Id': '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
            'X-RateLimit-Resource': 'core',
          });
          const members = {
            type: 'about:blank',
            instance: path,
            detail: null,
            traceId: '00-4bf9-00',
          };
          const isProblem = isJson(response) && response.status >= 400;
          return isProblem ? withMembers(added, members) : added;
        },
      ),
      'repeats 99 characters of a text in an error': edit(400, (_, { field }) =>
        problem(400, field('text').slice(0, 99) || 'Bad Request'),
      ),
      'sends a page with 401': edit(401, () => html(401, 'Please sign in')),
      'supports OPTIONS': edit(
        405,
        ({ headers }) => empty(204, { Allow: `${headers.Allow}, OPTIONS` }),
        (request) => request.method === 'OPTIONS',
      ),
      'encrypts the session anew in each response': renewsCookie(60, () => true),
      'responds to a submission with JSON': edit(204, () => json(200, ['accepted', { id: 1 }])),
      'redirects to paths that it has cleaned': on(
        ({ method, path }) => method === 'GET' && /\/$|%2f/i.test(path),
        withHeaders(html(301, 'Moved'), { Location: '/rest/' }),
      ),
    },
  },
  {
    only: 'getBrief,getCurrentUser',
    habits: {
      'sets a cookie on every response': edit([204, ...withContent], (response) =>
        'Set-Cookie' in response.headers
          ? {}
          : withHeaders(response, { 'Set-Cookie': 'AFFINITY=node-1; Path=/; HttpOnly' }),
      ),
      'deletes the cookie of another session before it sets its own': edit(200, (response) => {
        const { 'Set-Cookie': line } = response.headers;
        if (!line) return {};
        const deleted = ['/', '/jsp'].map(
          (path) => `JSESSIONID=; Path=${path}; Max-Age=0; HttpOnly`,
        );
        return withHeaders(response, { 'Set-Cookie': [...deleted, String(line)] });
      }),
      'sets the cookie for reads alone, on this host': cookieWith(
        'Path=/rest/; Domain=127.0.0.1; Secure; SameSite=None; HttpOnly; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Max-Age=60',
      ),
      'sends 401 at sign-out without a session': rejectsSignOut(),
      'supports no HEAD for the user': on(
        ({ id, method }) => id === 'currentUser' && method === 'HEAD',
        empty(405, { Allow: 'GET' }),
      ),
      'forbids in capitals to store a 401': editHeaders(401, {
        'Cache-Control': 'No-Store',
        Expires: 'Fri, 01 Jan 2100 00:00:00 GMT',
      }),
      'is behind a firewall that rejects overrides': on(
        ({ headers }) =>
          (headers['x-http-method-override'] ?? headers['x-original-url']) !== undefined,
        html(403, 'Forbidden'),
      ),
      'rejects a client without a name': on(
        ({ id, header }) => id !== 'currentUser' && header('user-agent') === '',
        problem(403),
      ),
      'allows 2 KiB for a header': on(({ header }) => header('cookie').length > 2048, empty(431)),
      'binds the session to the user agent': edit(
        200,
        () => problem(401),
        ({ id, headers }) => id === 'currentUser' && headers['user-agent'] !== 'contract-check',
      ),
    },
  },
  {
    only: 'signIn',
    habits: {
      'allows few sign-ins per hour': edit(
        401,
        () => withHeaders(problem(429), { 'Retry-After': '3600' }),
        ({ id }) => id === 'tools.jsp',
      ),
    },
  },
  {
    only: 'getCurrentUser',
    habits: {
      'starts an anonymous session for a client without one': (state) => async (request, next) => {
        const response = await next();
        const isKnown =
          state.sessions.has(request.sessionId ?? '') || 'Set-Cookie' in response.headers;
        const cookie = `JSESSIONID=${randomBytes(16).toString('hex')}; Path=/; HttpOnly`;
        return isKnown ? response : withHeaders(response, { 'Set-Cookie': cookie });
      },
    },
  },
  {
    only: 'getCurrentUser',
    habits: {
      'gives the session another id with each read of the user': renewsCookie(16, ({ path }) =>
        path.endsWith('currentUser'),
      ),
    },
  },
  {
    only: 'getCurrentUser',
    habits: {
      'deletes the cookie of a session that has ended': edit(
        401,
        (response) => withHeaders(response, { 'Set-Cookie': 'JSESSIONID=; Path=/; Max-Age=0' }),
        ({ sessionId }) => sessionId !== undefined,
      ),
      'ends the session of a user who signs in again': keepsSessions(1),
    },
  },
  {
    only: 'getCurrentUser',
    habits: {
      'sets no cookie if the client is signed in': on(
        ({ id, sessionId = '', field }, { sessions }) =>
          id === 'tools.jsp' && sessions.has(sessionId) && field('password') === knownUser.password,
        html(200, 'Signed in'),
      ),
      'reads a session id as a GUID': normalizesId(
        () => randomUUID(),
        (id) => id.toLowerCase(),
      ),
    },
  },
  {
    only: 'getCurrentUser',
    habits: {
      'keeps two sessions and ends the oldest': keepsSessions(2),
      'ignores the name of a node in a session id': normalizesId(
        (id) => `${id}.node.1`,
        (id) => `${id.split('.')[0]}.node.1`,
      ),
    },
  },
];

function keepsSessions(count: number): CreateMiddleware {
  return (state) => async (_, next) => {
    const response = await next();
    const [oldest = ''] = state.sessions.keys();
    if (state.sessions.size > count) state.sessions.delete(oldest);
    return response;
  };
}

/** Sends 401 at sign-out to a client that is not signed in. */
export function rejectsSignOut(): CreateMiddleware {
  return on(
    ({ path, method, sessionId = '' }, { sessions }) =>
      path.endsWith('logout.jsp') && method === 'GET' && !sessions.has(sessionId),
    problem(401, 'Not signed in.'),
  );
}

/** Takes several spellings for one session id, and keeps the session of a client that is signed in. */
function normalizesId(
  create: (id: string) => string,
  normalize: (id: string) => string,
): CreateMiddleware {
  return (state) => (request, next) => {
    const { sessionId = '' } = request;
    state.createSessionId = () =>
      state.sessions.has(sessionId) ? sessionId : create(randomBytes(6).toString('hex'));
    const cookie = request.header('cookie').replace(/(?<=(^|;)\s*JSESSIONID=)[^;]*/g, normalize);
    return next({ headers: { ...request.headers, cookie } });
  };
}

/** Sets a new cookie with each response in a session that applies; the earlier ones remain valid until it ends. */
function renewsCookie(
  byteCount: number,
  applies: (request: BackendRequest) => boolean,
): CreateMiddleware {
  return (state) => {
    const ids = new Map<string, string>();
    return async (request, next) => {
      const { sessionId = '' } = request;
      const id = ids.get(sessionId) ?? sessionId;
      const cookie = request.header('cookie').replace(sessionId, id);
      const headers = { ...request.headers, cookie };
      const response = await next(sessionId === '' ? {} : { headers });
      const [, created] = /=([^;]*)/.exec(String(response.headers['Set-Cookie'] ?? '')) ?? [];
      const current = created ?? id;
      if (!state.sessions.has(current) || !applies(request)) return response;

      const renewed = randomBytes(byteCount).toString('base64url');
      ids.set(renewed, current);
      const line = `JSESSIONID=${renewed}; Path=/; HttpOnly`;
      return withHeaders(response, { 'Set-Cookie': line });
    };
  };
}
