import { spawnSync } from 'node:child_process';
import manifest from '../package.json' with { type: 'json' };
import { nodeArguments } from './build/nodeArguments.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run generate

Writes openapi.d.ts, the types of openapi.yaml.

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const args = nodeArguments(manifest.scripts['generate:types']);
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status === 0) return console.log(stdout.trim());
  // The generator throws the last of its problems, with a stack.
  const problems = stderr.split('\n').filter((line) => line.includes('✘'));
  const reasons = problems.length > 0 ? problems : [stderr];
  console.error(
    ['openapi.d.ts was not written. The generator of types rejects openapi.yaml:', ...reasons].join(
      '\n',
    ),
  );
  process.exitCode = 1;
});
