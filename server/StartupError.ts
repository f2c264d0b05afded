/** Thrown when the host cannot start, or is not healthy. The message says why and what to do, so no stack trace is printed. */
export class StartupError extends Error {
  override name = 'StartupError';
}
