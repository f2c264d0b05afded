import { empty } from '../../exchange.ts';
import { signOut } from '../../probes.ts';
import { crashPage, cutBy, edit, editHeaders, late, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const plain = signOut();

export const signOutHttp = faultsOf('signOut', 'http', [
  [
    'post-accepted',
    'POST signs out as well.',
    [signOut({}, 'POST')],
    on(
      ({ method }) => method === 'POST',
      (_request, next) => next({ method: 'GET' }),
    ),
  ],
  [
    'delete-crashes',
    'DELETE throws.',
    [signOut({}, 'DELETE')],
    on(({ method }) => method === 'DELETE', crashPage),
  ],
  [
    'head-hangs',
    'HEAD gets no response.',
    [signOut({}, 'HEAD')],
    late(Infinity, ({ method }) => method === 'HEAD'),
  ],
  [
    '405-without-allow',
    'The 405 has no Allow header.',
    [signOut({}, 'PUT')],
    editHeaders(405, { Allow: undefined }),
  ],
  ['page-cut', 'The response ends before its Content-Length.', [plain], edit(200, () => cutBy(3))],
  [
    'unknown-coding',
    'The response has Content-Encoding: utf-8.',
    [plain],
    editHeaders(200, { 'Content-Encoding': 'utf-8' }),
  ],
  [
    'not-modified',
    'If-None-Match gets 304, and the session is not ended.',
    [signOut({ 'if-none-match': '"a"' })],
    on(({ headers }) => headers['if-none-match'] !== undefined, empty(304)),
  ],
]);
