import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder that is removed after all tests of the file. */
export function temporaryFolderForFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'file-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
