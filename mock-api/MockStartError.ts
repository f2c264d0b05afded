/** The mock or the observer cannot start, for a reason that the user can fix. */
export class MockStartError extends Error {
  override readonly name = 'MockStartError';
  /** Each is one or more sentences; the message has a line for each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options);
    this.problems = problems;
  }
}
