import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeArguments } from './nodeArguments.ts';
import { projectDirectory } from './paths.ts';

const client = join(projectDirectory, 'client');

const [tsx = ''] = nodeArguments('tsx');
process.argv.splice(
  1,
  Number.POSITIVE_INFINITY,
  tsx,
  'watch',
  '--clear-screen=false',
  `--tsconfig=${join(client, 'tsconfig.json')}`,
  `--include=${client}`,
  join(projectDirectory, 'scripts/stack/reloadingStack.ts'),
);
// Runs in this process, so that a signal to it also stops the stack.
await import(pathToFileURL(tsx).href);
