import { join } from 'node:path';
import { type Environment, findConfigWarnings, parseConfig } from './config/config.ts';
import { loadClientFiles } from './page/loadClientFiles.ts';
import { createLog, describeError, type Log } from './runtime/log.ts';
import { createLogDestination, type LogDestination } from './runtime/logDestination.ts';
import { startHost } from './startHost.ts';

/**
 * Starts the host with the built client next to the bundle.
 *
 * @returns a function that shuts the host down gracefully and flushes the log
 * @throws {StartupError} when it cannot start
 */
export async function serve(env: Environment): Promise<() => Promise<void>> {
  const config = parseConfig(env);

  const logDestination = createLogDestination();
  const log = createLog(config.logLevel, logDestination);
  exitOnUncaughtException(log, logDestination);

  for (const warning of findConfigWarnings(config, env)) log.warn(warning);

  const client = loadClientFiles(join(import.meta.dirname, 'client'));
  const host = await startHost(config, client, { log, logDestination });
  const { address, port, metricsPort } = host;
  log.info({ address, port, metricsPort }, 'listening');

  return async () => {
    await host.close();
    await logDestination.end();
  };
}

/** Exits after an uncaught exception, which leaves the process in an undefined state, so that it is started again. */
function exitOnUncaughtException(log: Log, logDestination: LogDestination): void {
  process.on('uncaughtException', async (error) => {
    log.fatal({ error: describeError(error) }, 'uncaught exception');
    await logDestination.end();
    process.exit(1);
  });
}
