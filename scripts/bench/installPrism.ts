import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PRISM = '@stoplight/prism-cli@5.16.0';

/** Prism in a folder of its own, out of the way of our dependencies; installed at the first use. */
export async function installPrism(): Promise<{ modules: string; program: string }> {
  const folder = join(tmpdir(), 'mock-bench-prism');
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) await install(folder);
  return { modules, program: join(modules, '@stoplight/prism-cli/dist/index.js') };
}

async function install(folder: string) {
  console.log(`Installing ${PRISM} in ${folder} …`);
  const args = [
    'install',
    PRISM,
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  const [status] = await once(spawn('npm', args, { stdio: 'inherit' }), 'exit');
  if (status !== 0) throw new Error(`${PRISM} cannot be installed.`);
}
