import { spawnSync } from 'node:child_process';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run generate

Writes openapi.d.ts, the types of openapi.yaml. Nothing is written if openapi.yaml has errors, or something that
contract/supported.yaml excludes. npm run lint also checks its style.

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const { 'generate:check': check, 'generate:types': types } = manifest.scripts;
  const problems = runScript(check);
  if (problems === undefined) runScript(types, 'inherit');
  else console.error(`${problems}\nopenapi.d.ts was not written.`);
});

/** Runs the command of an npm script. Returns what it prints if it fails. */
function runScript(command: string, stdio: 'pipe' | 'inherit' = 'pipe'): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, nodeArguments(command), {
    encoding: 'utf8',
    stdio,
  });
  if (status === 0) return undefined;
  process.exitCode = 1;
  return `${stderr ?? ''}${stdout ?? ''}`;
}
