/** What the captcha stand-in can do. The page's address chooses: `?captcha=dismissed`. */
export const captchaOutcomes = {
  token: {
    does: 'Gives a response at once. This is also what happens without a choice.',
    shows: 'The message is sent.',
  },
  challenge: {
    does: 'Shows a challenge. Its button gives a response; Escape or a click outside closes it, and then nothing is called.',
    shows: 'The message is sent once the challenge is solved; a warning once it is closed.',
  },
  dismissed: {
    does: 'Shows a challenge that closes itself after 0.3 seconds. Nothing is called.',
    shows: 'A warning. Both fields keep their text.',
  },
  expired: {
    does: 'Calls the expired callback instead of giving a response.',
    shows: 'A warning. Both fields keep their text.',
  },
  error: {
    does: 'Calls the error callback, as when Google cannot be reached.',
    shows: 'A warning. Both fields keep their text.',
  },
  never: {
    does: 'Nothing ever happens, and no challenge appears.',
    shows: 'A warning once the time limit is over. Both fields keep their text.',
  },
  blocked: {
    does: 'Loads, but defines nothing, as the stubs of content blockers do.',
    shows: 'A warning. Both fields keep their text.',
  },
} as const satisfies Record<string, { does: string; shows: string }>;

export type CaptchaOutcome = keyof typeof captchaOutcomes;
