/** How asking the captcha ended. Whatever happens, it ends in one of these. */
export type CaptchaOutcome =
  | { kind: 'token'; token: string }
  /** The person closed the challenge. */
  | { kind: 'dismissed' }
  /** The response became too old before it was used. */
  | { kind: 'expired' }
  /** The script did not come, or something else came in its place. */
  | { kind: 'blocked' }
  /** The script came and reports that it cannot work. */
  | { kind: 'failed' }
  /** Nothing happened for too long. */
  | { kind: 'timeout' };
