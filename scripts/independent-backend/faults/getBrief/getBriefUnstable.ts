import { knownBriefId } from '../../backendState.ts';
import { json, problem } from '../../exchange.ts';
import { brief, repeat } from '../../probes.ts';
import {
  after,
  afterStatus,
  cacheBy,
  crashPage,
  cutBy,
  edit,
  everyNth,
  late,
  reset,
  sends,
  shareRequest,
  whileBusy,
} from '../changes.ts';
import { faultsOf } from '../fault.ts';
import { idOf } from '../views.ts';

const known = brief();
const unknown = brief('no-such-brief');

export const getBriefUnstable = faultsOf('getBrief', 'unstable', [
  [
    'one-bad-node',
    'One of ten requests reaches a node that fails.',
    repeat(10, known),
    everyNth(10, sends(crashPage)),
  ],
  [
    'one-old-node',
    'One of four nodes runs the previous version, without fullName.',
    repeat(4, known),
    everyNth(
      4,
      edit(200, () => json(200, { name: 'daily-harvest' })),
    ),
  ],
  [
    'cold-start',
    'The first request fails.',
    [known],
    () => {
      let count = 0;
      return (_request, next) => (++count === 1 ? crashPage : next());
    },
  ],
  [
    'cached-as-string',
    'From the second request on, the brief comes from a cache as a string of JSON.',
    [known, known],
    () => {
      const cached = new Set<string>();
      return async (request, next) => {
        const reply = await next();
        const id = idOf(request);
        if (reply.status !== 200 || request.method !== 'GET') return reply;
        if (cached.has(id)) return { ...reply, body: JSON.stringify(reply.body) };
        cached.add(id);
        return reply;
      };
    },
  ],
  [
    'cache-ignores-id',
    'A cache in front of the server ignores the last segment.',
    [known, unknown],
    cacheBy(() => 'brief'),
  ],
  [
    'cache-ignores-method',
    'The cached response to HEAD is sent to GET.',
    [brief(knownBriefId, {}, 'HEAD'), known],
    () => {
      let wasHead = false;
      return async (request, next) => {
        const reply = await next();
        const isEmpty = wasHead && request.method === 'GET' && reply.status === 200;
        wasHead = request.method === 'HEAD';
        return isEmpty ? { ...reply, body: '' } : reply;
      };
    },
  ],
  [
    'unknown-cached',
    'After an unknown id, the next brief is not found.',
    [unknown, known],
    afterStatus(404, problem(404, 'There is no such brief.')),
  ],
  [
    'error-state-kept',
    'After an invalid request, the next one fails too.',
    [brief('a%20b'), known],
    afterStatus(400, crashPage),
  ],
  [
    'pool-exhausted',
    'A third simultaneous request finds no connection to the database.',
    [repeat(3, known)],
    whileBusy(2, problem(503, 'Connection is not available')),
  ],
  [
    'buffer-shared',
    'Simultaneous requests share a field: the response has the brief of another.',
    [[unknown, known]],
    shareRequest(),
  ],
  [
    'leak',
    'From the fiftieth request on, file descriptors are used up.',
    repeat(50, known),
    after(49, crashPage),
  ],
  [
    'slow-lookup',
    'A brief that is not found takes 25 seconds: there is no index.',
    [unknown],
    late(25_000, (request) => idOf(request) !== knownBriefId),
  ],
  [
    'slow-sometimes',
    'One of eight requests takes 30 seconds.',
    repeat(8, known),
    everyNth(8, late(30_000)),
  ],
  [
    'never-sometimes',
    'One of twelve requests gets no response.',
    repeat(12, known),
    everyNth(12, late(Infinity)),
  ],
  [
    'reset-sometimes',
    'One of nine responses is a closed connection.',
    repeat(9, known),
    everyNth(9, sends(reset)),
  ],
  [
    'cut-sometimes',
    'One of six responses ends early.',
    repeat(6, known),
    everyNth(
      6,
      edit(200, () => cutBy(8)),
    ),
  ],
]);
