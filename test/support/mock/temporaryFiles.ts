import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file that is removed after the test, and returns its path. */
export async function temporaryFile(name: string, text: string): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, text);
  return file;
}

/**
 * Writes a changed copy of a file, which is removed after the test, and returns its path. Throws if
 * the change has no effect.
 */
export async function copyWithChange(
  file: string,
  change: (text: string) => string,
): Promise<string> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${file}: the change has no effect.`);
  return temporaryFile(file.replaceAll('/', '-'), changed);
}
