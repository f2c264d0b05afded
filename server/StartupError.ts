/**
 * An error that prevents the start of the host, or the result of a failed health check. The message says why and what
 * to do, so no stack trace is printed.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}

/** Runs a command. A `StartupError` is printed without its stack, and sets the exit code to 1. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;

    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
