import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What packages and all that they need take on the disk, in MiB. */
export async function installedSize(modules: string, names: readonly string[]): Promise<number> {
  const found = new Set<string>();
  const visit = async (name: string, parent: string): Promise<void> => {
    const nested = join(parent, 'node_modules', name);
    const folder = existsSync(nested) ? nested : join(modules, name);
    // Optional packages for other systems are not there.
    if (found.has(folder) || !existsSync(folder)) return;
    found.add(folder);
    const manifest: Manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const next of Object.keys(needed)) await visit(next, folder);
  };
  for (const name of names) await visit(name, modules);

  let bytes = 0;
  for (const folder of found) bytes += await sizeOf(folder);
  return Math.round(bytes / 2 ** 20);
}

/** A package's own files: packages nested in it are counted where they are needed. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await sizeOf(path) : (await stat(path)).size;
  }
  return bytes;
}
