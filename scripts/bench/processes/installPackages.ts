import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs packages on first use, into their own directory, so that they are not dependencies.
 * @param packages with exact versions, as in `helmet@8.3.0`
 * @returns the path of their `node_modules`
 */
export async function installPackages(...packages: readonly string[]): Promise<string> {
  const directory = join(tmpdir(), `bench-${packages.join('+').replaceAll(/[/@]+/g, '-')}`);
  const modules = join(directory, 'node_modules');
  if (existsSync(modules)) return modules;
  const names = packages.join(' ');
  console.log(`Installing ${names} into ${directory} …`);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['install', ...packages, '--prefix', directory, ...options], {
    stdio: 'inherit',
  });
  const [status] = await once(npm, 'exit');
  if (status !== 0) throw new Error(`${names} could not be installed.`);
  return modules;
}
