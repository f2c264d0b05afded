import { checkHealth } from './runtime/checkHealth.ts';
import { runCommand } from './StartupError.ts';

// The health check as a small file of its own: loading the host takes longer than the check.
await runCommand(() => checkHealth(process.env));
