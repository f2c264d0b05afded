import { checkNodeVersion } from './nodeVersion.ts';
import { handleShutdownSignals } from './runtime/shutdownSignals.ts';
import { StartupError } from './StartupError.ts';
import { version } from './version.ts';

const setClose = handleShutdownSignals();

try {
  checkNodeVersion(process.versions.node);
  await run(process.argv.slice(2).join(' '));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;

  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(option: string): Promise<void> {
  if (option === '--version') {
    process.stdout.write(`${version}\n`);
    return;
  }

  if (option !== '' && option !== '--health') {
    throw new StartupError(`Usage: node server.js [--health | --version], got ${option}`);
  }

  if (option === '--health') {
    const { checkHealth } = await import('./runtime/checkHealth.ts');
    return checkHealth(process.env);
  }

  // Loading the libraries takes longer than everything above, and they may need a newer Node.js.
  const { serve } = await import('./serve.ts');
  setClose(await serve(process.env));
}
