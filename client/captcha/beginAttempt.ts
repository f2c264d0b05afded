import type { CaptchaOutcome } from './captchaOutcome.ts';
import { watchChallenge } from './watchChallenge.ts';

/** One question to the captcha. */
export interface Attempt {
  outcome: Promise<CaptchaOutcome>;
  /** The first call decides; later ones change nothing. */
  settle(outcome: CaptchaOutcome): void;
}

/** In milliseconds. */
const limits = {
  /** Without a token and without a challenge on the screen. */
  quiet: 20_000,
  /** With a challenge on the screen, at which a person may take their time. */
  challenge: 300_000,
  /** Between a challenge that closes and the token, where it was solved. */
  solved: 1_000,
};

/** Begins an attempt that settles by itself when nobody else settles it. */
export function beginAttempt(): Attempt {
  let settle: Attempt['settle'] = () => {};
  const outcome = new Promise<CaptchaOutcome>((resolve) => {
    settle = resolve;
  });

  let timer: ReturnType<typeof setTimeout>;
  const settleIn = (delay: number, kind: 'timeout' | 'dismissed') => {
    clearTimeout(timer);
    timer = setTimeout(() => settle({ kind }), delay);
  };
  settleIn(limits.quiet, 'timeout');

  const stopWatching = watchChallenge({
    onOpen: () => settleIn(limits.challenge, 'timeout'),
    onClose: () => settleIn(limits.solved, 'dismissed'),
  });
  void outcome.then(() => {
    clearTimeout(timer);
    stopWatching();
  });

  return { outcome, settle };
}
