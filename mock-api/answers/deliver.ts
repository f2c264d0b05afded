import type { Response } from 'express';
import { isBodyless } from '../contract/checkResponse.ts';
import type { Answer } from '../contract/pickAnswer.ts';
import { noteAnswer, recordingOf } from '../journal/recordRequests.ts';
import type { Behaviour } from './behaviour.ts';

/** Long enough for what was sent before a reset to be read by whoever is on the other side. */
const BEFORE_RESET = 50;

/** Whether a behaviour lets no byte of an answer out. */
export function isWithheld({ delivery }: Behaviour): boolean {
  return delivery === 'never' || delivery === 'reset';
}

/** Lets a request go without an answer. */
export function withhold(res: Response, { delay, delivery }: Behaviour) {
  const { update } = recordingOf(res);
  if (delivery === 'never') return update({ outcome: 'never answered' });
  after(delay, res, () => {
    update({ outcome: 'reset' });
    res.socket?.resetAndDestroy();
  });
}

/** Puts an answer on the wire, in the way the behaviour says. */
export function deliver(res: Response, answer: Answer, { delay, delivery }: Behaviour) {
  after(delay, res, () => {
    begin(res, answer);
    if (delivery !== 'torn' && delivery !== 'cut') return res.end(answer.body);

    recordingOf(res).update({ outcome: delivery });
    res.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => {
      if (delivery === 'cut') res.socket?.destroySoon();
      else setTimeout(() => res.socket?.resetAndDestroy(), BEFORE_RESET);
    });
  });
}

function after(delay: Behaviour['delay'], res: Response, act: () => void) {
  const time = drawDelay(delay);
  if (time === 0) return act();
  const timer = setTimeout(act, time);
  res.once('close', () => clearTimeout(timer));
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
