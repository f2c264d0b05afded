import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeArguments } from './build/nodeArguments.ts';
import { projectDirectory } from './build/paths.ts';
import { runCommand } from './command/runCommand.ts';

const usage = `Usage: npm run dev

Starts the same as npm start, and restarts and reloads the page when a file changes.

Options:
  -h, --help    show this help`;

await runCommand({ usage }, async () => {
  const client = join(projectDirectory, 'client');
  const [tsx = ''] = nodeArguments('tsx');
  process.argv = [
    process.execPath,
    tsx,
    'watch',
    '--clear-screen=false',
    `--tsconfig=${join(client, 'tsconfig.json')}`,
    `--include=${client}`,
    join(projectDirectory, 'scripts/stack/reloadingStack.ts'),
  ];
  // Runs in this process, so that a signal to it also stops the stack.
  await import(pathToFileURL(tsx).href);
});
