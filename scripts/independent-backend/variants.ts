import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type BackendRequest,
  type CreateMiddleware,
  empty,
  html,
  json,
  problem,
  type Reply,
} from './exchange.ts';
import { findOperation } from './operations.ts';

/** A backend that behaves differently and conforms to the contract too. */
export interface Variant {
  name: string;
  create: CreateMiddleware;
}

type ChangeReply = (reply: Reply, request: BackendRequest) => Reply;

function variant(name: string, change: ChangeReply): Variant {
  return { name, create: () => async (request, next) => change(await next(), request) };
}

function withHeaders(reply: Reply, headers: Reply['headers']): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

const isSubmission = ({ target }: BackendRequest) => findOperation(target) === 'submitFeedback';

export const variants: readonly Variant[] = [
  variant('responds to a submission with JSON', (reply) =>
    reply.status === 204 ? json(200, ['accepted', { id: 1 }]) : reply,
  ),
  variant('accepts a submission for an unknown brief', (reply, request) =>
    reply.status === 404 && isSubmission(request) ? empty(204) : reply,
  ),
  variant('sends a page with 401', (reply) =>
    reply.status === 401 ? html(401, 'Please sign in') : reply,
  ),
  variant('sends additional properties', (reply) =>
    String(reply.headers['Content-Type']).endsWith('json')
      ? { ...reply, body: JSON.stringify({ ...JSON.parse(String(reply.body)), version: 2 }) }
      : reply,
  ),
  variant('sends a charset', (reply) => {
    const type = reply.headers['Content-Type'];
    return type === undefined
      ? reply
      : withHeaders(reply, { 'Content-Type': `${type}; charset=utf-8` });
  }),
  variant('sends chunks', (reply) =>
    reply.body === '' ? reply : withHeaders(reply, { 'Transfer-Encoding': 'chunked' }),
  ),
  variant('closes every connection', (reply) => withHeaders(reply, { Connection: 'close' })),
  variant('supports OPTIONS', (reply, { method }) =>
    method === 'OPTIONS' && reply.status === 405
      ? empty(204, { Allow: `${reply.headers.Allow}, OPTIONS` })
      : reply,
  ),
  variant('compresses unless the client accepts no gzip', (reply, { headers }) => {
    const accepted = headers['accept-encoding'] ?? 'gzip';
    if (reply.body === '' || !/(gzip|\*)(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return reply;
    const encoded = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
    return { ...withHeaders(reply, encoded), body: gzipSync(reply.body) };
  }),
  variant('sends entity tags', (reply, { headers }) => {
    if (reply.status !== 200) return reply;
    const etag = `"${createHash('sha1').update(reply.body).digest('hex')}"`;
    const tags = headers['if-none-match'];
    const isFresh = tags === '*' || tags?.split(/\s*,\s*/).some((tag) => tag.endsWith(etag));
    return isFresh ? empty(304, { ETag: etag }) : withHeaders(reply, { ETag: etag });
  }),
  variant('sets a cookie on every response', (reply) =>
    'Set-Cookie' in reply.headers
      ? reply
      : withHeaders(reply, { 'Set-Cookie': 'AFFINITY=node-1; Path=/; HttpOnly' }),
  ),
  {
    name: 'accepts a captcha response once',
    create: () => {
      const used = new Set<string>();
      return async (request, next) => {
        const reply = await next();
        if (reply.status !== 204 || !isSubmission(request)) return reply;
        // Removes a byte order mark.
        const body = new TextDecoder().decode(Buffer.concat(request.chunks));
        const { recaptchaResponse } = JSON.parse(body);
        if (used.has(recaptchaResponse)) return problem(400, 'The captcha response was rejected.');
        used.add(recaptchaResponse);
        return reply;
      };
    },
  },
  {
    name: 'sends 401 at sign-out without a session',
    create: (state) => (request, next) => {
      const isSignOut = findOperation(request.target) === 'signOut' && request.method === 'GET';
      const id = /JSESSIONID=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
      return isSignOut && !state.sessions.has(id ?? '') ? problem(401, 'Not signed in.') : next();
    },
  },
  {
    name: 'limits the rate with 429 and Retry-After',
    create: () => {
      let windowStart = 0;
      let count = 0;
      return (_request, next) => {
        if (Date.now() - windowStart > 1000) {
          windowStart = Date.now();
          count = 0;
        }
        count += 1;
        const limited = problem(429, 'Too many requests.');
        return count > 60 ? withHeaders(limited, { 'Retry-After': '1' }) : next();
      };
    },
  },
];
