/** An error of a call (400), a check that is not met (422), or one whose requests were removed (410). */
export class CheckError extends Error {
  override readonly name = 'CheckError';
  readonly status: 400 | 410 | 422;
  readonly result: CheckResult;

  constructor(status: 400 | 410 | 422, message: string, result: CheckResult = {}) {
    super(message);
    this.status = status;
    this.result = result;
  }
}

interface CheckResult {
  details?: readonly string[];
  /** The number of requests that match. */
  count?: number;
  /** Whether repeating the check cannot succeed any more. */
  isFinal?: boolean;
}
