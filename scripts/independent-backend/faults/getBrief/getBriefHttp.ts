import { gzipSync } from 'node:zlib';
import { knownBriefId, oldBriefId } from '../../backendState.ts';
import { empty, html, problem, text } from '../../exchange.ts';
import { brief } from '../../probes.ts';
import {
  chunked,
  crashPage,
  cutBy,
  edit,
  editHeaders,
  editText,
  gzipped,
  on,
  reset,
  withHeaders,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';

const known = brief();
const old = brief(encodeURIComponent(oldBriefId));
const withGzip = brief(knownBriefId, { 'accept-encoding': 'gzip' });

export const getBriefHttp = faultsOf('getBrief', 'http', [
  [
    'delete-accepted',
    'DELETE succeeds.',
    [brief(knownBriefId, {}, 'DELETE')],
    on(({ method }) => method === 'DELETE', empty(204)),
  ],
  [
    'put-accepted',
    'The handler is registered for all methods.',
    [brief(knownBriefId, {}, 'PUT')],
    on(
      ({ method }) => method === 'PUT',
      (_request, next) => next({ method: 'GET' }),
    ),
  ],
  [
    'post-accepted',
    'doPost calls doGet.',
    [brief(knownBriefId, {}, 'POST')],
    on(
      ({ method }) => method === 'POST',
      (_request, next) => next({ method: 'GET' }),
    ),
  ],
  [
    'patch-crashes',
    'PATCH throws.',
    [brief(knownBriefId, {}, 'PATCH')],
    on(({ method }) => method === 'PATCH', crashPage),
  ],
  [
    '405-without-allow',
    'The 405 has no Allow header.',
    [brief(knownBriefId, {}, 'POST')],
    editHeaders(405, { Allow: undefined }),
  ],
  [
    'trace-enabled',
    'TRACE repeats the request, with its cookies.',
    [brief(knownBriefId, {}, 'TRACE')],
    on(({ method }) => method === 'TRACE', text(200, 'message/http', 'TRACE / HTTP/1.1')),
  ],
  [
    'method-override',
    'A header replaces the method.',
    [brief(knownBriefId, { 'x-http-method-override': 'DELETE' })],
    on(({ headers }) => headers['x-http-method-override'] === 'DELETE', empty(204)),
  ],
  [
    'method-parameter',
    'A parameter in the query replaces the method.',
    [brief('daily-harvest?_method=DELETE')],
    on(({ target }) => target.includes('_method=DELETE'), empty(204)),
  ],
  [
    'head-crashes',
    'HEAD throws, because there is no body to write.',
    [brief(knownBriefId, {}, 'HEAD')],
    on(({ method }) => method === 'HEAD', crashPage),
  ],
  [
    'head-not-found',
    'HEAD has no route.',
    [brief(knownBriefId, {}, 'HEAD')],
    on(({ method }) => method === 'HEAD', problem(404, 'Not found')),
  ],
  [
    'head-with-body',
    'The response to HEAD has a body.',
    [brief(knownBriefId, {}, 'HEAD')],
    edit(
      200,
      ({ body }) => ({ editBytes: (bytes) => Buffer.concat([bytes, Buffer.from(body)]) }),
      ({ method }) => method === 'HEAD',
    ),
  ],
  [
    'head-length-0',
    'HEAD has the Content-Length of an empty body.',
    [brief(knownBriefId, {}, 'HEAD')],
    editHeaders(200, { 'Content-Length': '0' }, ({ method }) => method === 'HEAD'),
  ],
  [
    'gzip-without-encoding',
    'The body is compressed, but has no Content-Encoding.',
    [withGzip],
    edit(
      200,
      ({ body }) => ({ body: gzipSync(body) }),
      ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? ''),
    ),
  ],
  [
    'encoding-without-gzip',
    'A proxy keeps Content-Encoding but decompresses the body.',
    [withGzip],
    editHeaders(200, { 'Content-Encoding': 'gzip' }, ({ headers }) =>
      /gzip/.test(headers['accept-encoding'] ?? ''),
    ),
  ],
  [
    'gzip-twice',
    'Two filters compress, one header says so.',
    [withGzip],
    edit(
      200,
      (reply) => ({ ...gzipped(reply), body: gzipSync(gzipSync(reply.body)) }),
      ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? ''),
    ),
  ],
  [
    'gzip-not-accepted',
    'The body is compressed for a client that does not accept it.',
    [brief(knownBriefId, { 'accept-encoding': 'identity' })],
    edit(200, gzipped, ({ headers }) => headers['accept-encoding'] === 'identity'),
  ],
  [
    'gzip-q-0',
    '"gzip;q=0" is taken for support.',
    [brief(knownBriefId, { 'accept-encoding': 'gzip;q=0' })],
    edit(200, gzipped, ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? '')),
  ],
  [
    'gzip-length',
    'Content-Length is that of the uncompressed body.',
    [withGzip],
    edit(
      200,
      (reply) => ({
        ...withHeaders(reply, { 'Content-Encoding': 'gzip', 'Content-Length': '400' }),
        body: gzipSync(reply.body),
      }),
      ({ headers }) => /gzip/.test(headers['accept-encoding'] ?? ''),
    ),
  ],
  [
    'unknown-encoding-crashes',
    'An Accept-Encoding without gzip throws.',
    [brief(knownBriefId, { 'accept-encoding': 'br' })],
    on(({ headers }) => headers['accept-encoding'] === 'br', crashPage),
  ],
  [
    'length-in-characters',
    'Content-Length counts characters, so that the last bytes are cut off.',
    [old],
    edit(200, ({ body }) =>
      editText((response) => response.replace(/(Content-Length: )\d+/, `$1${String(body).length}`)),
    ),
  ],
  [
    'length-too-long',
    'Content-Length is more than the body, and the connection is closed.',
    [known],
    edit(200, () => cutBy(5)),
  ],
  [
    'length-and-chunked',
    'Both Content-Length and Transfer-Encoding.',
    [known],
    edit(200, () =>
      editText((response) =>
        response.replace('Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length'),
      ),
    ),
  ],
  [
    'chunks-without-end',
    'The last chunk is missing.',
    [known],
    edit(200, (reply) => chunked(reply, '')),
  ],
  [
    'chunked-to-http-1.0',
    'A client of HTTP/1.0 gets chunks.',
    [{ ...known, httpVersion: '1.0' }],
    edit(
      200,
      (reply) => chunked(reply),
      ({ httpVersion }) => httpVersion === '1.0',
    ),
  ],
  [
    'header-with-space',
    'A space before the colon of a header.',
    [known],
    edit(200, () => editText((response) => response.replace('Content-Type:', 'Content-Type :'))),
  ],
  [
    'reset-after-response',
    'The connection is reset instead of closed.',
    [{ ...known, followedBy: known }],
    () => {
      const used = new Set<number>();
      return ({ connection }, next) => {
        if (used.has(connection)) return reset;
        used.add(connection);
        return next();
      };
    },
  ],
  [
    'not-modified-for-other-tag',
    'Any If-None-Match gets 304.',
    [brief(knownBriefId, { 'if-none-match': '"other"' })],
    on(({ headers }) => headers['if-none-match'] !== undefined, empty(304)),
  ],
  [
    'not-modified-since-1994',
    'Any If-Modified-Since gets 304.',
    [brief(knownBriefId, { 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' })],
    on(({ headers }) => headers['if-modified-since'] !== undefined, empty(304)),
  ],
  [
    'bad-date-crashes',
    'An If-Modified-Since that is no date throws.',
    [brief(knownBriefId, { 'if-modified-since': 'yesterday' })],
    on(
      ({ headers }) => Number.isNaN(Date.parse(headers['if-modified-since'] ?? '2000')),
      crashPage,
    ),
  ],
  [
    'range-not-satisfiable',
    'A range that exists gets 416.',
    [brief(knownBriefId, { range: 'bytes=0-3' })],
    on(({ headers }) => headers.range !== undefined, empty(416)),
  ],
  [
    'accept-any-not-acceptable',
    'Accept is compared as a whole.',
    [brief(knownBriefId, { accept: 'application/json, text/plain, */*' })],
    on(({ headers }) => headers.accept?.includes(',') ?? false, empty(406)),
  ],
  [
    'accept-missing',
    'A request without Accept throws.',
    [known],
    on(({ headers }) => headers.accept === undefined, crashPage),
  ],
  [
    'accept-quality',
    'A quality value in Accept is not understood.',
    [brief(knownBriefId, { accept: 'application/json;q=0.9' })],
    on(({ headers }) => /q=/.test(headers.accept ?? ''), empty(406)),
  ],
  [
    'language-any',
    'Accept-Language: * is no locale.',
    [brief(knownBriefId, { 'accept-language': '*' })],
    on(({ headers }) => headers['accept-language'] === '*', crashPage),
  ],
  [
    'language-without-texts',
    'A language without translations throws.',
    [brief(knownBriefId, { 'accept-language': 'cy' })],
    on(({ headers }) => /^(cy|xx|ja)/.test(headers['accept-language'] ?? ''), crashPage),
  ],
  [
    'user-agent-missing',
    'A firewall rejects requests without User-Agent.',
    [known],
    on(({ headers }) => headers['user-agent'] === undefined, html(403, 'Forbidden')),
  ],
  [
    'forwarded-ipv6',
    'An IPv6 address in X-Forwarded-For is split at its colons.',
    [brief(knownBriefId, { 'x-forwarded-for': '2001:db8::1' })],
    on(({ headers }) => /:.*:/.test(headers['x-forwarded-for'] ?? ''), crashPage),
  ],
  [
    'forwarded-unknown',
    'X-Forwarded-For: unknown is no address.',
    [brief(knownBriefId, { 'x-forwarded-for': 'unknown' })],
    on(({ headers }) => headers['x-forwarded-for'] === 'unknown', crashPage),
  ],
  [
    'trace-context',
    'A malformed traceparent throws.',
    [brief(knownBriefId, { traceparent: 'x' })],
    on(
      ({ headers }) =>
        headers.traceparent !== undefined && !/^[\da-f]{2}-/.test(headers.traceparent),
      crashPage,
    ),
  ],
  [
    'trailing-slash',
    'Requests are redirected to the path with a slash at the end.',
    [known],
    on(
      ({ target }) => !target.endsWith('/'),
      (request) => empty(301, { Location: `${request.target}/` }),
    ),
  ],
  [
    'absolute-target',
    'A request target in absolute form is not routed.',
    [{ ...known, target: `http://localhost${known.target}` }],
    on(({ target }) => target.startsWith('http'), problem(404, 'Not found')),
  ],
  [
    'basic-credentials',
    'Credentials of another scheme get 401, although the operation is public.',
    [brief(knownBriefId, { authorization: 'Basic eDp5' })],
    on(({ headers }) => headers.authorization !== undefined, problem(401, 'Bad credentials')),
  ],
  [
    'foreign-cookie',
    'A cookie with a JSON value throws.',
    [brief(knownBriefId, { cookie: 'prefs={"a":"b"}' })],
    on(({ headers }) => headers.cookie?.includes('{') ?? false, crashPage),
  ],
  [
    'stale-session',
    'The cookie of an ended session gets 401, although the operation is public.',
    [brief(knownBriefId, { cookie: 'JSESSIONID=0' })],
    on(
      ({ headers }) => headers.cookie?.includes('JSESSIONID') ?? false,
      problem(401, 'The session has expired.'),
    ),
  ],
  [
    'long-cookie',
    'Cookies of more than 2 KiB are rejected.',
    [brief(knownBriefId, { cookie: `prefs=${'a'.repeat(2100)}` })],
    on(
      ({ headers }) => (headers.cookie?.length ?? 0) > 2048,
      html(400, 'Request Header Or Cookie Too Large'),
    ),
  ],
]);
