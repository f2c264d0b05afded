import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDirectory } from '../build/paths.ts';

const source = /\.(?:tsx?|scss|css|html|svg)$/;

/** Returns a hash of the source files in folders of the project; undefined while an editor is replacing one. */
export function hashSources(folders: readonly string[]): string | undefined {
  const hash = createHash('sha256');
  try {
    for (const folder of folders) {
      const directory = join(projectDirectory, folder);
      for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
        if (source.test(name)) hash.update(name).update(readFileSync(join(directory, name)));
      }
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
