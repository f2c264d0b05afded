import { spawnSync } from 'node:child_process';
import { ContractError, loadContract } from '#contract';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run generate

Writes openapi.d.ts, the types of openapi.yaml. Nothing is written if openapi.yaml has errors, or something that the
mock, the observer and the verifier do not support. npm run lint also checks its style.

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  try {
    await loadContract('openapi.yaml');
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;

    process.exitCode = 1;
    console.error(`${error.message}\nopenapi.d.ts was not written.`);
    return;
  }
  const command = nodeArguments(manifest.scripts['generate:types']);
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
});
