import { knownProfile } from '../../backendState.ts';
import { empty, html, json } from '../../exchange.ts';
import { currentUser, session, signIn } from '../../probes.ts';
import {
  chunked,
  crashPage,
  cutBy,
  edit,
  editHeaders,
  gzipped,
  on,
  withHeaders,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';

const signedIn = [signIn(), currentUser(session)];

export const getCurrentUserHttp = faultsOf('getCurrentUser', 'http', [
  [
    'head-without-session',
    'Access is checked for GET only: HEAD without a session gets 200.',
    [currentUser({}, 'HEAD')],
    on(({ method }) => method === 'HEAD', json(200, knownProfile)),
  ],
  [
    'unknown-method',
    'An unknown method is handled like GET, without a check.',
    [currentUser({}, 'PROPFIND')],
    on(({ method }) => method === 'PROPFIND' || method === 'REPORT', json(200, knownProfile)),
  ],
  [
    'post-accepted',
    'POST is handled like GET.',
    [currentUser({}, 'POST')],
    on(
      ({ method }) => method === 'POST',
      (_request, next) => next({ method: 'GET' }),
    ),
  ],
  [
    '405-without-allow',
    'The 405 has no Allow header.',
    [currentUser({}, 'PUT')],
    editHeaders(405, { Allow: undefined }),
  ],
  [
    'unsupported-method-crashes',
    'An unsupported method gets 500.',
    [currentUser({}, 'DELETE')],
    edit(405, () => crashPage),
  ],
  [
    'not-modified',
    'If-None-Match gets 304 without a session.',
    [currentUser({ 'if-none-match': '"a"' })],
    on(({ headers }) => headers['if-none-match'] !== undefined, empty(304)),
  ],
  [
    'html-for-browsers',
    'A client that accepts HTML gets a page about the user.',
    [signIn(), currentUser({ ...session, accept: 'text/html' })],
    edit(
      200,
      () => html(200, 'Edith Torr'),
      ({ headers }) => headers.accept?.includes('text/html') ?? false,
    ),
  ],
  [
    'gzip-not-accepted',
    'The body is compressed for a client that does not accept it.',
    [signIn(), currentUser({ ...session, 'accept-encoding': 'identity' })],
    edit(200, gzipped, ({ headers }) => headers['accept-encoding'] === 'identity'),
  ],
  ['user-cut', 'The response ends before its Content-Length.', signedIn, edit(200, () => cutBy(2))],
  [
    'chunks-without-end',
    'The last chunk is missing.',
    signedIn,
    edit(200, (reply) => chunked(reply, '')),
  ],
  [
    'two-content-types',
    'There are two Content-Type headers.',
    signedIn,
    edit(200, (reply) => withHeaders(reply, { 'Content-Type': ['application/json', 'text/html'] })),
  ],
]);
