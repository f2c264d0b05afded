import {
  type BackendRequest,
  type CreateMiddleware,
  empty,
  html,
  problem,
  type Reply,
} from '../../exchange.ts';
import { repeat, submit } from '../../probes.ts';
import {
  after,
  afterStatus,
  crashPage,
  everyNth,
  late,
  on,
  sends,
  shareRequest,
  whileBusy,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { bodyOf, fieldOf } from '../views.ts';

const valid = submit();
const large = submit({ text: 'a'.repeat(100_000) });
const missing = submit({ text: undefined });

export const submitFeedbackUnstable = faultsOf('submitFeedback', 'unstable', [
  [
    'duplicate-conflict',
    'The same message a second time violates a unique index.',
    [valid, valid],
    repeated((request) => bodyOf(request), problem(409, 'Duplicate entry')),
  ],
  [
    'duplicate-crashes',
    'A second message with the same subject throws.',
    [valid, submit({ text: 'Another.' })],
    repeated((request) => fieldOf(request, 'subjectLine'), crashPage),
  ],
  [
    'one-bad-node',
    'One of eight requests reaches a node that fails.',
    repeat(8, valid),
    everyNth(8, sends(crashPage)),
  ],
  [
    'node-without-limit',
    'One of three nodes has an old limit of 400 characters.',
    repeat(3, submit({ text: 'a'.repeat(450) })),
    everyNth(
      3,
      on((request) => fieldOf(request, 'text').length > 400, problem(400, 'too long')),
    ),
  ],
  [
    'deadlock',
    'Simultaneous inserts wait for each other; one fails.',
    [[valid, valid]],
    whileBusy(1, crashPage),
  ],
  [
    'fields-shared',
    'A validator keeps the request in a field: simultaneous requests get the result of another.',
    [[valid, missing]],
    shareRequest(),
  ],
  [
    'error-state-kept',
    'After an invalid body, the next valid one is rejected with the old errors.',
    [missing, valid],
    afterStatus(400, problem(400, 'text is missing')),
  ],
  [
    'mail-limit',
    'More than 40 messages exceed the limit of the mail server.',
    repeat(41, valid),
    after(40, crashPage),
  ],
  [
    'byte-counter',
    'A counter of one byte overflows at the 128th message.',
    repeat(128, valid),
    after(127, problem(500, 'integer out of range')),
  ],
  [
    'mail-server-waits',
    'The response waits for the mail server, 25 seconds.',
    [valid],
    late(25_000),
  ],
  [
    'slow-sometimes',
    'One of seven requests takes 40 seconds.',
    repeat(7, valid),
    everyNth(7, late(40_000)),
  ],
  [
    'never-after-error',
    'After an invalid body, the worker never responds again.',
    [missing, valid],
    stuck(),
  ],
  [
    'unread-body',
    'After a 413 the connection stays open with the rest of the body unread.',
    [{ ...large, followedBy: valid }],
    () => {
      const broken = new Set<number>();
      return async (request, next) => {
        if (broken.has(request.connection)) return html(400, 'Bad Request');
        const reply = await next();
        if (reply.status === 413) broken.add(request.connection);
        return reply;
      };
    },
  ],
  [
    'accepts-everything-once',
    'The first request after the start is not validated.',
    [missing],
    () => {
      let count = 0;
      return (_request, next) => (++count === 1 ? empty(204) : next());
    },
  ],
]);

/** Sends `reply` instead of a success that has the same key as an earlier one. */
function repeated(keyOf: (request: BackendRequest) => string, reply: Reply): CreateMiddleware {
  return () => {
    const seen = new Set<string>();
    return async (request, next) => {
      const correct = await next();
      if (correct.status !== 204) return correct;
      const isRepeated = seen.has(keyOf(request));
      seen.add(keyOf(request));
      return isRepeated ? reply : correct;
    };
  };
}

/** Never responds again after an error. */
function stuck(): CreateMiddleware {
  return (_world, pause) => {
    let failed = false;
    return async (_request, next) => {
      if (failed) await pause(Infinity);
      const reply = await next();
      failed ||= reply.status === 400;
      return reply;
    };
  };
}
