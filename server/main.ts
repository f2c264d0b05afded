import { join } from 'node:path';
import { loadClientFiles } from './clientFiles.ts';
import { parseConfig } from './config.ts';
import { createLog, describeFault, type Log } from './log.ts';
import { type Host, startHost } from './startHost.ts';
import { StartupFault } from './startupFault.ts';

try {
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel);
  endOnCrash(log);
  const client = loadClientFiles(join(import.meta.dirname, 'client'));
  const host = await startHost(config, client, { log });
  stopOnSignal(host);
  log.info({ port: host.port, metricsPort: host.metricsPort }, 'listening');
} catch (error) {
  if (!(error instanceof StartupFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** After a fault that nobody caught nothing can be relied on: whoever runs this starts it again. */
function endOnCrash(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ fault: describeFault(error) }, 'crash');
    process.exit(1);
  });
}

/** The first signal stops in good order, a second one at once. */
function stopOnSignal(host: Host): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) process.exit(1);
    stopping = true;
    await host.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
