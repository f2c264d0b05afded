import { knownUser } from '../../backendState.ts';
import { problem } from '../../exchange.ts';
import { repeat, signIn } from '../../probes.ts';
import {
  afterStatus,
  crashPage,
  edit,
  editHeaders,
  everyNth,
  late,
  on,
  sends,
  shareRequest,
  whileBusy,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { formOf } from '../views.ts';

const valid = signIn();
const wrong = signIn('username=editor&password=wrong');

export const signInUnstable = faultsOf('signIn', 'unstable', [
  [
    'one-bad-node',
    'One of six requests reaches a node that fails.',
    repeat(6, valid),
    everyNth(6, sends(crashPage)),
  ],
  [
    'one-node-without-users',
    'One of five nodes does not know the user.',
    repeat(5, valid),
    everyNth(
      5,
      edit(200, () => problem(401, 'Unknown user')),
    ),
  ],
  [
    'header-sometimes-wrong',
    'One of four nodes writes password-expired differently.',
    repeat(4, valid),
    everyNth(4, editHeaders(200, { 'password-expired': 'no' })),
  ],
  [
    'simultaneous-crash',
    'A second simultaneous sign-in fails.',
    [[valid, valid]],
    whileBusy(1, crashPage),
  ],
  ['credentials-shared', 'Simultaneous requests share a field.', [[valid, wrong]], shareRequest()],
  [
    'error-state-kept',
    'After wrong credentials, the next sign-in fails as well.',
    [wrong, valid],
    afterStatus(401, problem(401, 'The user name or the password is wrong.')),
  ],
  [
    'session-table-full',
    'The table of sessions has room for ten.',
    repeat(11, valid),
    (state) => on(() => state.sessions.size >= 10, crashPage)(state, async () => {}),
  ],
  [
    'slow-for-unknown',
    'An unknown user waits 30 seconds for a second directory.',
    [signIn('username=nobody&password=a')],
    late(30_000, (request) => formOf(request).username !== knownUser.username),
  ],
  [
    'slow-hash',
    'A wrong password takes 22 seconds.',
    [wrong],
    late(
      22_000,
      (request) =>
        formOf(request).username === knownUser.username &&
        formOf(request).password !== knownUser.password,
    ),
  ],
  [
    'never-sometimes',
    'One of ten requests gets no response.',
    repeat(10, valid),
    everyNth(10, late(Infinity)),
  ],
]);
