/** The error of a call to the backend that the host has ended. */
export class BackendError extends Error {
  override name = 'BackendError';
  readonly code: string;

  constructor(code: 'ETIMEDOUT' | 'EPROTO' | `ERR_BACKEND_${string}`) {
    super('The call to the backend failed.');
    this.code = code;
  }
}
