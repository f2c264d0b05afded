/** A call is invalid (400), or a check is not met (422) or can no longer be answered (410). */
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
  /** Whether a later call from the same position cannot succeed. */
  isFinal?: boolean;
}
