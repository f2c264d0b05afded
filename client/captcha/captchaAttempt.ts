import type { CaptchaFailure } from '../messages.ts';

/** How an execution of the captcha ended. Every execution ends in one of these. */
export type CaptchaOutcome =
  | { kind: 'token'; token: string }
  | { kind: Exclude<CaptchaFailure, 'offline'> };

/** One execution of the captcha. */
export type CaptchaAttempt = ReturnType<typeof createCaptchaAttempt>;

/** The timeout without an open challenge. */
const idleTimeoutMs = 20_000;
/** The timeout with an open challenge, which a person needs time to solve. */
const challengeTimeoutMs = 300_000;
/** The token of a solved challenge arrives within this time after the challenge closes. */
const tokenDelayMs = 1_000;

/**
 * Starts an attempt, which also settles when the challenge is closed or a timeout elapses.
 * @returns only the first call of `settle` has an effect
 */
export function createCaptchaAttempt() {
  let settle = (_outcome: CaptchaOutcome) => {};
  const outcome = new Promise<CaptchaOutcome>((resolve) => {
    settle = resolve;
  });

  let timer: ReturnType<typeof setTimeout>;
  const settleAfter = (delayMs: number, kind: 'timeout' | 'dismissed') => {
    clearTimeout(timer);
    timer = setTimeout(() => settle({ kind }), delayMs);
  };
  settleAfter(idleTimeoutMs, 'timeout');

  const observer = watchChallenge((isOpen) => {
    if (isOpen) settleAfter(challengeTimeoutMs, 'timeout');
    else settleAfter(tokenDelayMs, 'dismissed');
  });
  void outcome.then(() => observer.disconnect());

  return { outcome, settle };
}

/**
 * Watches the captcha's challenge, for which reCAPTCHA has no events: an iframe in a container that is
 * shown and hidden by inline style.
 */
function watchChallenge(onChange: (isOpen: boolean) => void): MutationObserver {
  let wasOpen = isChallengeOpen();
  const observer = new MutationObserver(() => {
    const isOpen = isChallengeOpen();
    if (isOpen !== wasOpen) onChange(isOpen);
    wasOpen = isOpen;
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style'],
  });
  return observer;
}

function isChallengeOpen(): boolean {
  const frames = document.querySelectorAll<HTMLIFrameElement>('iframe[src*="/bframe"]');
  return [...frames].some((frame) => {
    const container = frame.closest<HTMLElement>('body > *');
    return container?.style.visibility === 'visible';
  });
}
