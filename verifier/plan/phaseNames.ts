/** The phases in the order of the help. */
export const phases = {
  examples: 'the examples of the contract',
  coverage:
    'one change to a valid request at a time: limits, types, required and unknown properties',
  values: 'valid values that servers often reject, lengths that they often count wrongly',
  protocol: 'methods, media types, bytes of the body, headers, credentials',
  repetition: 'the same request several times, in turn and at once',
  stateful: 'links, followed in one session; cookies and credentials',
} as const;

export type PhaseName = keyof typeof phases;

export const phaseNames = Object.keys(phases) as PhaseName[];
