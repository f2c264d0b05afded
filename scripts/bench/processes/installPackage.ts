import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs a package on first use, into a directory of its own, so that it is no dependency.
 * @param name with the exact version, as in `lighthouse@13.5.0`
 * @returns the path of its `node_modules`
 */
export async function installPackage(name: string): Promise<string> {
  const directory = join(tmpdir(), `bench-${name.replaceAll(/[/@]+/g, '-')}`);
  const modules = join(directory, 'node_modules');
  if (existsSync(modules)) return modules;

  console.log(`Installing ${name} into ${directory} …`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', name, '--prefix', directory, ...options], {
    stdio: 'inherit',
  });
  const [status] = await once(npm, 'exit');
  if (status !== 0) throw new Error(`${name} could not be installed.`);
  return modules;
}
