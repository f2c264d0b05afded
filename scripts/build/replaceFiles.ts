import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { toPosix } from './paths.ts';

/**
 * Makes a directory contain exactly these files, given as content by path inside it, with slashes. Files are replaced
 * atomically, so a running reader never finds one missing or half written.
 */
export async function replaceFiles(
  directory: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  // Beside the directory, because a rename is atomic only within a file system.
  const staging = await mkdtemp(`${directory}-`);
  try {
    for (const [path, content] of files) {
      const target = join(directory, path);
      const staged = join(staging, 'file');
      await writeFile(staged, content);
      await mkdir(dirname(target), { recursive: true });
      await rename(staged, target);
    }
  } finally {
    await rm(staging, { recursive: true });
  }
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = toPosix(relative(directory, file));
    if (entry.isFile() && !files.has(path)) await rm(file, { force: true });
  }
}
