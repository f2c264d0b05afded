import { empty } from '../../exchange.ts';
import { repeat, signOut } from '../../probes.ts';
import { after, crashPage, everyNth, late, reset, sends, whileBusy } from '../changes.ts';
import { faultsOf } from '../fault.ts';

const plain = signOut();
const loginPage = empty(302, { Location: '/login.jsp' });

export const signOutUnstable = faultsOf('signOut', 'unstable', [
  [
    'one-bad-node',
    'One of five requests reaches a node that fails.',
    repeat(5, plain),
    everyNth(5, sends(crashPage)),
  ],
  [
    'simultaneous-crash',
    'A second simultaneous request fails.',
    [[plain, plain]],
    whileBusy(1, crashPage),
  ],
  [
    'reset-sometimes',
    'One of seven responses is a closed connection.',
    repeat(7, plain),
    everyNth(7, sends(reset)),
  ],
  [
    'slow-sometimes',
    'One of four requests takes 21 seconds.',
    repeat(4, plain),
    everyNth(4, late(21_000)),
  ],
  [
    'redirect-after-ten',
    'After ten requests the sign-in page is shown.',
    repeat(11, plain),
    after(10, loginPage),
  ],
  [
    'error-page-as-success',
    'One of three nodes sends an empty response without a media type.',
    repeat(3, plain),
    everyNth(3, sends(empty(200))),
  ],
]);
