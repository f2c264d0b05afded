import { checkNodeVersion } from './nodeVersion.ts';
import { handleShutdownSignals } from './runtime/shutdownSignals.ts';
import { StartupError } from './StartupError.ts';

const setClose = handleShutdownSignals();

try {
  checkNodeVersion(process.versions.node);
  // Loading the libraries takes longer than everything above, and they may need a newer Node.js.
  const { serve } = await import('./serve.ts');
  setClose(await serve(process.env));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;

  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
