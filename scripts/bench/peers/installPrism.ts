import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const prismPackage = '@stoplight/prism-cli@5.16.0';

/**
 * Installs Prism on first use, into its own directory, so that it is not a dependency.
 * @returns the paths of its `node_modules` and of its command's script
 */
export async function installPrism(): Promise<{ modules: string; program: string }> {
  const directory = join(tmpdir(), 'mock-bench-prism');
  const modules = join(directory, 'node_modules');
  if (!existsSync(modules)) await install(directory);
  return { modules, program: join(modules, '@stoplight/prism-cli/dist/index.js') };
}

async function install(directory: string) {
  console.log(`Installing ${prismPackage} into ${directory} …`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', prismPackage, '--prefix', directory, ...options], {
    stdio: 'inherit',
  });
  const [status] = await once(npm, 'exit');
  if (status !== 0) throw new Error(`${prismPackage} could not be installed.`);
}
