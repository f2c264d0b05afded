import { isBuildFailure } from '../command/isBuildFailure.ts';
import { isStartError } from '../stack/settleAll.ts';

interface Server {
  url: string;
  close(): Promise<void>;
}

/**
 * Runs a server in a process that a `ServerProcess` has started, until that ends it. What prevents the start is
 * printed.
 */
export async function runServerProcess(start: () => Promise<Server>): Promise<void> {
  try {
    const { url, close } = await start();
    process.once('SIGTERM', () => close().then(() => process.exit(0)));
    process.send?.({ url });
  } catch (error) {
    const message = describeError(error);
    if (message) console.error(message);
    process.exit(1);
  }
}

/** Without a stack trace if the message names the file and the line. */
function describeError(error: unknown): unknown {
  if (isStartError(error)) return error.message;
  if (isBuildFailure(error)) return undefined;
  if (!(error instanceof Error)) return error;

  return error.name === 'TransformError' ? error.message : error;
}
