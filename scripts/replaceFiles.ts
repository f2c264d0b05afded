import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Makes a directory hold exactly these files, given as content by path inside it. What is already as it
 * should be is not touched, so that whoever reads it meanwhile never finds it missing or half written.
 */
export async function replaceFiles(
  directory: string,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  for (const [path, content] of files) {
    const target = join(directory, path);
    const present = await readFile(target).catch(() => undefined);
    if (present?.equals(content)) continue;
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(directory, path))) await rm(path);
  }
}
