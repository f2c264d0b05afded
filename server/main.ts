import { join } from 'node:path';
import { loadClientFiles } from './clientFiles.ts';
import { parseConfig } from './config.ts';
import { startHost } from './startHost.ts';
import { StartupFault } from './startupFault.ts';

try {
  const config = parseConfig(process.env);
  const client = loadClientFiles(join(import.meta.dirname, 'client'));
  const host = await startHost(config, client);
  process.stdout.write(`Listening on ${host.url}\n`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => host.close().then(() => process.exit(0)));
  }
} catch (error) {
  if (!(error instanceof StartupFault)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
