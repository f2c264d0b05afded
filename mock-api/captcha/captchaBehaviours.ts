/** Describes the alert that the page shows if the captcha returns no token. */
const expectFailure = (failure: string) =>
  `The error “The security check ${failure}, so nothing was sent.” Both fields keep their text.`;

/** The behaviours of the captcha stand-in. The page's URL selects one: `?captcha=dismissed`. */
export const captchaBehaviours = {
  token: {
    description: 'Returns a response immediately. This is the default.',
    expected: 'The message is sent.',
  },
  challenge: {
    description:
      'Shows a challenge. Its button returns a response. Escape or a click outside closes it without a callback.',
    expected:
      'The message is sent when the challenge is solved. Closing it is the same as “dismissed”.',
  },
  dismissed: {
    description: 'Shows a challenge and closes it after 0.3 seconds without a callback.',
    expected: expectFailure('was closed'),
  },
  expired: {
    description: 'Calls the expired callback instead of returning a response.',
    expected: expectFailure('expired'),
  },
  error: {
    description: 'Calls the error callback, as if Google could not be reached.',
    expected: expectFailure('did not work'),
  },
  never: {
    description: 'Never calls back and shows no challenge.',
    expected: expectFailure('did not respond'),
  },
  blocked: {
    description: 'Loads but defines nothing, like the stubs of content blockers.',
    expected: expectFailure('could not be loaded'),
  },
} as const satisfies Record<string, { description: string; expected: string }>;

export type CaptchaBehaviour = keyof typeof captchaBehaviours;
