export interface TestRun {
  passed: boolean;
  /** Such as `120.0 s`. */
  duration: string;
  /** What was left out, in one sentence. */
  omission?: string | undefined;
}

/** The last lines of `npm test`. */
export function summarizeTests({ passed, duration, omission }: TestRun): string {
  const result = passed ? `Everything ${omission ? 'that ran ' : ''}passed` : 'FAILED, see above';
  return [`${result} (${duration})`, ...(omission ? [omission] : [])].join('\n');
}
