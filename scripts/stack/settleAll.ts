import { MockStartError } from '../../mock-api/start/MockStartError.ts';
import { StartupError } from '../../server/StartupError.ts';

/** Whether a user can fix the error, so that its message is enough. */
export function isStartError(error: unknown): error is StartupError | MockStartError {
  return error instanceof StartupError || error instanceof MockStartError;
}

/**
 * Waits until both promises are settled, and returns their values.
 * @throws {StartupError} with the messages of both, if a user can fix what is wrong with them
 */
export async function settleAll<First, Second>(
  first: Promise<First>,
  second: Promise<Second>,
): Promise<[First, Second]> {
  const results = await Promise.allSettled([first, second]);
  const errors = results.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []));
  if (errors.length > 0 && errors.every(isStartError)) {
    throw new StartupError(errors.map(({ message }) => message).join('\n'));
  }

  return Promise.all([first, second]);
}
