import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a file, changed; gives its path. The change must change something. */
export async function changedCopy(file: string, change: (text: string) => string): Promise<string> {
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`The change leaves ${file} as it is.`);
  const copy = join(await temporaryFolder(), file.replaceAll('/', '-'));
  await writeFile(copy, changed);
  return copy;
}
