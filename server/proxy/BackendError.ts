/** The error of a call that the host has aborted, or whose response it cannot forward. */
export class BackendError extends Error {
  override name = 'BackendError';
  readonly code: string;

  constructor(code: 'ETIMEDOUT' | 'EPROTO' | `ERR_BACKEND_${string}`) {
    super('The call to the backend failed.');
    this.code = code;
  }
}
