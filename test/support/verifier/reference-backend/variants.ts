import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { edit, on } from './changes.ts';
import {
  type BackendRequest,
  type CreateMiddleware,
  empty,
  html,
  json,
  problem,
  withHeaders,
} from './exchange.ts';
import { knownUser } from './state.ts';

const withContent = [200, 400, 401, 404, 405, 413, 415];

/** What a backend may do differently and still conforms to the contract, by name. */
export const variants: Readonly<Record<string, CreateMiddleware>> = {
  'responds to a submission with JSON': edit(204, () => json(200, ['accepted', { id: 1 }])),
  'accepts a submission for an unknown brief': edit(
    404,
    () => empty(204),
    ({ method }) => method === 'POST',
  ),
  'sends a page with 401': edit(401, () => html(401, 'Please sign in')),
  'sends additional properties': edit(withContent, ({ headers, body }) =>
    /json/.test(String(headers['Content-Type']))
      ? { body: JSON.stringify({ ...JSON.parse(String(body)), version: 2 }) }
      : {},
  ),
  'sends a charset': edit(withContent, (response) =>
    withHeaders(response, { 'Content-Type': `${response.headers['Content-Type']}; charset=utf-8` }),
  ),
  'supports OPTIONS': edit(
    405,
    ({ headers }) => empty(204, { Allow: `${headers.Allow}, OPTIONS` }),
    ({ method }) => method === 'OPTIONS',
  ),
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
  'sets a cookie on every response': edit([204, ...withContent], (response) =>
    'Set-Cookie' in response.headers
      ? {}
      : withHeaders(response, { 'Set-Cookie': 'AFFINITY=node-1; Path=/; HttpOnly' }),
  ),
  'deletes the cookie of another session before it sets its own': edit(200, (response) => {
    const { 'Set-Cookie': line } = response.headers;
    if (!line) return {};
    const deleted = ['/', '/jsp'].map((path) => `JSESSIONID=; Path=${path}; Max-Age=0; HttpOnly`);
    return withHeaders(response, { 'Set-Cookie': [...deleted, String(line)] });
  }),
  'sends 401 at sign-out without a session': on(
    ({ path, method, sessionId = '' }, { sessions }) =>
      path.endsWith('logout.jsp') && method === 'GET' && !sessions.has(sessionId),
    problem(401, 'Not signed in.'),
  ),
  'sets no cookie if the client is signed in': on(
    ({ id, sessionId = '', field }, { sessions }) =>
      id === 'tools.jsp' && sessions.has(sessionId) && field('password') === knownUser.password,
    html(200, 'Signed in'),
  ),
  'starts an anonymous session for a client without one': (state) => async (request, next) => {
    const response = await next();
    const isKnown = state.sessions.has(request.sessionId ?? '') || 'Set-Cookie' in response.headers;
    const cookie = `JSESSIONID=${randomBytes(16).toString('hex')}; Path=/; HttpOnly`;
    return isKnown ? response : withHeaders(response, { 'Set-Cookie': cookie });
  },
  'encrypts the session anew in each response': renewsCookie(60, () => true),
  'gives the session another id with each read of the user': renewsCookie(16, ({ path }) =>
    path.endsWith('currentUser'),
  ),
  'redirects to paths that it has cleaned': on(
    ({ method, path }) => method === 'GET' && /\/$|%2f/i.test(path),
    { ...html(301, 'Moved'), headers: { 'Content-Type': 'text/html', Location: '/rest/' } },
  ),
  'keeps two sessions and ends the oldest': (state) => async (_, next) => {
    const response = await next();
    const [oldest = ''] = state.sessions.keys();
    if (state.sessions.size > 2) state.sessions.delete(oldest);
    return response;
  },
};

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
