import { checkNodeVersion } from './nodeVersion.ts';
import { handleShutdownSignals } from './runtime/handleShutdownSignals.ts';
import { runCommand, StartupError } from './StartupError.ts';
import { version } from './version.ts';

const setClose = handleShutdownSignals();

await runCommand(async () => {
  checkNodeVersion(process.versions.node);
  const option = process.argv.slice(2).join(' ');
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
});
