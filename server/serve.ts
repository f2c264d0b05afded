import { join } from 'node:path';
import {
  type Environment,
  findConfigWarnings,
  fitOpenFiles,
  parseConfig,
} from './config/config.ts';
import { loadClientFiles } from './page/clientFiles.ts';
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
  const parsed = parseConfig(env);
  const maxOpenFiles = readMaxOpenFiles();
  const config = fitOpenFiles(parsed, maxOpenFiles);

  const logDestination = createLogDestination();
  const log = createLog(config.logLevel, logDestination);
  exitOnUncaughtException(log, logDestination);

  for (const warning of findConfigWarnings(parsed, env)) log.warn(warning);
  if (config !== parsed) {
    log.warn(
      `MAX_CONNECTIONS: lowered to ${config.maxConnections}, and MAX_IN_FLIGHT to ${config.maxInFlight}, because the process may open only ${maxOpenFiles} files (ulimit -n)`,
    );
  }

  const client = loadClientFiles(join(import.meta.dirname, 'client'));
  const host = await startHost(config, client, { log, logDestination });
  log.info({ port: host.port, metricsPort: host.metricsPort }, 'listening');

  return async () => {
    await host.close();
    await logDestination.end();
  };
}

/** Returns the limit on open files; Node.js has raised it as far as it may. */
function readMaxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as {
    userLimits: { open_files: { soft: number | 'unlimited' } };
  };
  const { soft } = userLimits.open_files;
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft;
}

/** The state of the process is undefined after an uncaught exception, so it exits and is restarted. */
function exitOnUncaughtException(log: Log, logDestination: LogDestination): void {
  process.on('uncaughtException', async (error) => {
    log.fatal({ error: describeError(error) }, 'uncaught exception');
    await logDestination.end();
    process.exit(1);
  });
}
