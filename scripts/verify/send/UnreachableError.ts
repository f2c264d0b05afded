/** Thrown when the first connection to the backend fails. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}
