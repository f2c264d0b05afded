import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns a folder for profiles that the Firefox at this path can read: one from snap has a `/tmp` of its own. */
export function findProfileFolder(path: string, home = homedir()): string {
  if (!isFromSnap(path)) return tmpdir();
  const folder = join(home, 'snap/firefox/common');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** `/snap/bin/firefox` is a link to the `snap` command, and Ubuntu's `/usr/bin/firefox` a script that calls it. */
function isFromSnap(path: string): boolean {
  const target = realpathSync(path);
  if (target.endsWith('/snap')) return true;
  const content = readFileSync(target, 'latin1');
  return content.startsWith('#!') && content.includes('/snap/bin/firefox');
}
