import { empty } from '../../exchange.ts';
import { signIn, signOut } from '../../probes.ts';
import { edit, editHeaders, on } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const valid = signIn();
const form = 'username=editor&password=correct%20horse';

export const signInHttp = faultsOf('signIn', 'http', [
  [
    '405-without-allow',
    'The 405 has no Allow header.',
    [{ ...signOut(), target: valid.target }],
    editHeaders(405, { Allow: undefined }),
  ],
  [
    'put-accepted',
    'PUT signs in.',
    [{ ...valid, method: 'PUT' }],
    on(
      ({ method }) => method === 'PUT',
      (_request, next) => next({ method: 'POST' }),
    ),
  ],
  [
    'expectation-failed',
    'Expect: 100-continue gets 417.',
    [signIn(form, { expect: '100-continue' })],
    on(({ headers }) => headers.expect !== undefined, empty(417)),
  ],
  [
    'wrong-length',
    'Content-Length is less than the page.',
    [valid],
    edit(200, () => ({
      editBytes: (bytes) => Buffer.from(bytes.toString().replace(/(Content-Length: )\d/, '$1')),
    })),
  ],
  [
    'encoding-header',
    'Content-Encoding: none is no coding.',
    [valid],
    editHeaders(200, { 'Content-Encoding': 'none' }),
  ],
]);
