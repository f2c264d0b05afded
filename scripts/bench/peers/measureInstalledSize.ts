import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns the size in MiB of packages and all their dependencies.
 * @param modules the path of the `node_modules` they are installed in
 */
export async function measureInstalledSize(
  modules: string,
  names: readonly string[],
): Promise<number> {
  const directories = new Set<string>();
  const visit = async (name: string, parent: string): Promise<void> => {
    const nested = join(parent, 'node_modules', name);
    const directory = existsSync(nested) ? nested : join(modules, name);
    // Optional packages for other systems are not installed.
    if (directories.has(directory) || !existsSync(directory)) return;
    directories.add(directory);
    const manifest: Manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8'));
    const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const dependency of Object.keys(dependencies)) await visit(dependency, directory);
  };
  for (const name of names) await visit(name, modules);

  let bytes = 0;
  for (const directory of directories) bytes += await measureDirectory(directory);
  return Math.round(bytes / 2 ** 20);
}

/** Skips nested packages, which are visited as dependencies. */
async function measureDirectory(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(directory, entry.name);
    bytes += entry.isDirectory() ? await measureDirectory(path) : (await stat(path)).size;
  }
  return bytes;
}
