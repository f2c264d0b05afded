import { watchChallenge } from './watchChallenge.ts';

/** How an execution of the captcha ended. Every execution ends in one of these. */
export type CaptchaOutcome =
  | { kind: 'token'; token: string }
  /** The challenge was closed. */
  | { kind: 'dismissed' }
  /** The token expired before it was used. */
  | { kind: 'expired' }
  /** The script could not be loaded, or was replaced by a content blocker. */
  | { kind: 'blocked' }
  /** The script was loaded and reported an error. */
  | { kind: 'failed' }
  /** A timeout elapsed. */
  | { kind: 'timeout' };

/** One execution of the captcha. */
export interface CaptchaAttempt {
  outcome: Promise<CaptchaOutcome>;
  /** Only the first call has an effect. */
  settle(outcome: CaptchaOutcome): void;
}

/** The timeout without an open challenge. */
const idleTimeoutMs = 20_000;
/** The timeout with an open challenge, which a person needs time to solve. */
const challengeTimeoutMs = 300_000;
/** The token of a solved challenge arrives within this time after the challenge closes. */
const tokenDelayMs = 1_000;

/** Starts an attempt, which also settles when the challenge is closed or a timeout elapses. */
export function createCaptchaAttempt(): CaptchaAttempt {
  let settle: CaptchaAttempt['settle'] = () => {};
  const outcome = new Promise<CaptchaOutcome>((resolve) => {
    settle = resolve;
  });

  let timer: ReturnType<typeof setTimeout>;
  const settleAfter = (delayMs: number, kind: 'timeout' | 'dismissed') => {
    clearTimeout(timer);
    timer = setTimeout(() => settle({ kind }), delayMs);
  };
  settleAfter(idleTimeoutMs, 'timeout');

  const stopWatching = watchChallenge({
    onOpen: () => settleAfter(challengeTimeoutMs, 'timeout'),
    onClose: () => settleAfter(tokenDelayMs, 'dismissed'),
  });
  void outcome.then(() => {
    clearTimeout(timer);
    stopWatching();
  });

  return { outcome, settle };
}
