/** An error for a URL that does not lead to a backend. The message says what was found and what to do. */
export class TargetError extends Error {
  override name = 'TargetError';
}
