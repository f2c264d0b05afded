import { isStartError } from './settleAll.ts';

interface Server {
  close(): Promise<void>;
}

/**
 * Starts a server, prints what `describe` returns, and closes it on Ctrl+C or SIGTERM. An error that the
 * user can fix is printed without a stack trace, and the process exits with 1.
 */
export async function runServer<T extends Server>(
  start: () => Promise<T>,
  describe: (server: T) => string,
): Promise<void> {
  try {
    const server = await start();
    console.log(describe(server));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => server.close().then(() => process.exit(0)));
    }
  } catch (error) {
    if (!isStartError(error)) throw error;

    console.error(error.message);
    process.exitCode = 1;
  }
}
