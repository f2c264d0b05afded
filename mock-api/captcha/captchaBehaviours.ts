/** The outcomes of the captcha stand-in. The page's URL selects one: `?captcha=dismissed`. */
export const captchaBehaviours = {
  token: {
    description: 'Returns a response immediately. This is the default.',
    expected: 'The message is sent.',
  },
  challenge: {
    description:
      'Shows a challenge. Its button returns a response. Escape or a click outside closes it without a callback.',
    expected: 'The message is sent when the challenge is solved. A warning when it is closed.',
  },
  dismissed: {
    description: 'Shows a challenge and closes it after 0.3 seconds without a callback.',
    expected: 'A warning. Both fields keep their text.',
  },
  expired: {
    description: 'Calls the expired callback instead of returning a response.',
    expected: 'A warning. Both fields keep their text.',
  },
  error: {
    description: 'Calls the error callback, as if Google could not be reached.',
    expected: 'A warning. Both fields keep their text.',
  },
  never: {
    description: 'Never calls back and shows no challenge.',
    expected: 'A warning after the timeout. Both fields keep their text.',
  },
  blocked: {
    description: 'Loads but defines nothing, like the stubs of content blockers.',
    expected: 'A warning. Both fields keep their text.',
  },
} as const satisfies Record<string, { description: string; expected: string }>;

export type CaptchaBehaviour = keyof typeof captchaBehaviours;
