import type { Response } from 'express';
import type { Behaviour } from './behaviour.ts';
import { isBodyless } from './contract/checkResponse.ts';
import type { Answer } from './contract/pickAnswer.ts';
import { noteAnswer, recordingOf } from './recordRequests.ts';

/** Long enough for what was sent before a reset to be read by whoever is on the other side. */
const BEFORE_RESET = 50;

/** Puts an answer on the wire, in the way the behaviour says. */
export function deliver(res: Response, answer: Answer, behaviour: Behaviour) {
  const delay = drawDelay(behaviour.delay);
  if (delay === 0) return deliverNow(res, answer, behaviour);
  const timer = setTimeout(() => deliverNow(res, answer, behaviour), delay);
  res.once('close', () => clearTimeout(timer));
}

function deliverNow(res: Response, answer: Answer, { delivery = 'whole' }: Behaviour) {
  const { update } = recordingOf(res);
  switch (delivery) {
    case 'never':
      return update({ outcome: 'never answered' });
    case 'reset':
      update({ outcome: 'reset' });
      return res.socket?.resetAndDestroy();
    case 'torn':
    case 'cut':
      begin(res, answer);
      update({ outcome: delivery });
      res.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => {
        if (delivery === 'cut') res.socket?.destroySoon();
        else setTimeout(() => res.socket?.resetAndDestroy(), BEFORE_RESET);
      });
      return;
    case 'whole':
      begin(res, answer);
      res.end(answer.body);
  }
}

function begin(res: Response, { status, headers, body }: Answer) {
  res.writeHead(status, {
    'cache-control': 'no-store',
    ...headers,
    ...(!isBodyless(status) && { 'content-length': body.length }),
  });
  noteAnswer(res, status, headers['content-type']);
}

function drawDelay(delay: Behaviour['delay'] = 0): number {
  if (typeof delay === 'number') return delay;
  const [from, to] = delay;
  return from + Math.round(random() * (to - from));
}

const random = createRandom(20_240_229);

/** Numbers from 0 to below 1 in a sequence that is the same after each start (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
