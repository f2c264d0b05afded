import { knownProfile } from '../../backendState.ts';
import { json, problem } from '../../exchange.ts';
import { currentUser, repeat, session, signIn } from '../../probes.ts';
import {
  after,
  crashPage,
  editJson,
  everyNth,
  late,
  overlapMs,
  sends,
  whileBusy,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { sessionIdOf } from '../views.ts';

type Profile = { roles: string[]; fullName: string; emailAddress: string; userId: string };
const anonymous = currentUser();
const signedIn = [signIn(), currentUser(session)];

export const getCurrentUserUnstable = faultsOf('getCurrentUser', 'unstable', [
  [
    'one-bad-node',
    'One of five requests reaches a node that fails.',
    [signIn(), ...repeat(5, currentUser(session))],
    everyNth(5, sends(crashPage)),
  ],
  [
    'one-old-node',
    'One of three nodes has roles without the prefix removed.',
    [signIn(), ...repeat(3, currentUser(session))],
    everyNth(
      3,
      editJson((user: Profile) => ({ ...user, roles: ['ROLE_feedback'] })),
      (r) => sessionIdOf(r) !== undefined,
    ),
  ],
  [
    'session-locked',
    'A second simultaneous request of a session fails.',
    [signIn(), [currentUser(session), currentUser(session)]],
    whileBusy(1, problem(500, 'The session is locked.')),
  ],
  [
    'users-mixed-up',
    'A simultaneous request without a session gets the user.',
    [signIn(), [currentUser(session), anonymous]],
    (_world, pause) => {
      let signedInNow = 0;
      return async (_request, next) => {
        const reply = await next();
        if (reply.status === 200) {
          signedInNow += 1;
          await pause(overlapMs);
          signedInNow -= 1;
          return reply;
        }
        await pause(overlapMs / 2);
        return signedInNow > 0 ? json(200, knownProfile) : reply;
      };
    },
  ],
  [
    'anonymous-sometimes-500',
    'One of six requests without a session throws.',
    repeat(6, anonymous),
    everyNth(6, sends(crashPage), (r) => sessionIdOf(r) === undefined),
  ],
  [
    'session-store-full',
    'After 30 requests the store of sessions is full.',
    repeat(31, anonymous),
    after(30, crashPage),
  ],
  [
    'slow-anonymous',
    'Without a session the response takes 25 seconds.',
    [anonymous],
    late(25_000, (r) => sessionIdOf(r) === undefined),
  ],
  [
    'slow-user',
    'With a session the response takes 21 seconds.',
    signedIn,
    late(21_000, (r) => sessionIdOf(r) !== undefined),
  ],
]);
