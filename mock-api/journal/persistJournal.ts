import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/** A line of the file: a request that has ended, or the ids of entries that were cleared. */
type Line = JournalEntry | { cleared: readonly number[] };

/**
 * Persists a journal in a file, one JSON object per line: restores its entries, replaces the file by one with
 * only these, and appends every request that ends and the ids of cleared entries. Returns the function that
 * closes the file. Rejects if it cannot be opened.
 */
export async function persistJournal(journal: Journal, path: string): Promise<() => Promise<void>> {
  // Creates the file, and fails before anything is replaced.
  await (await open(path, 'a', 0o600)).close();
  const unlock = await lockFile(path);
  const entries = await readEntries(path, journal.limit);
  journal.restore(entries);
  await writeFile(`${path}.new`, entries.map(format).join(''), { mode: 0o600 });
  await rename(`${path}.new`, path);

  const file = createWriteStream(path, { flags: 'a' });
  await once(file, 'open');
  file.on('error', ({ message }) => {
    console.error(
      `MOCK_JOURNAL: cannot write to ${path}: ${message}. Requests are no longer added.`,
    );
  });
  const unsubscribers = [
    journal.onChange((entry) => {
      const hasEnded = entry.durationMs !== undefined;
      if (hasEnded && journal.get(entry.id) === entry) file.write(format(entry));
    }),
    journal.onRemove((cleared, reason) => {
      if (reason === 'cleared') file.write(format({ cleared }));
    }),
  ];
  return async () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    await new Promise<void>((resolve) => file.end(resolve));
    await unlock();
  };
}

function format(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** @throws {Error} if another process uses the file */
async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
  // After a crash, the process may have its number again, as in a container.
  if (owner > 0 && owner !== process.pid && isRunning(owner)) {
    throw new Error(`process ${owner} uses it, see ${lock}`);
  }
  await writeFile(lock, String(process.pid));
  return () => rm(lock, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The last entries of a file that were not cleared, oldest first. */
async function readEntries(path: string, limit: number): Promise<JournalEntry[]> {
  const entries = new Map<number, JournalEntry>();
  for await (const text of (await open(path)).readLines()) {
    const line = parse(text);
    if (line && 'cleared' in line) for (const id of line.cleared) entries.delete(id);
    else if (line) entries.set(line.id, line);
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
  }
  return [...entries.values()];
}

/** Undefined for a line that was not written completely. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
