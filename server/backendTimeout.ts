/** The backend took longer than it may. */
export class BackendTimeout extends Error {
  override name = 'BackendTimeout';
  readonly code = 'ETIMEDOUT';
}
