import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isObject } from '../contract/jsonPointer.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Persists a journal in a file, one JSON object per line: restores its entries, replaces the file by one with
 * only these, and appends every request that ends and the ids of cleared entries. Returns the function that
 * closes the file. Rejects if it cannot be opened.
 */
export async function persistJournal(journal: Journal, path: string): Promise<() => Promise<void>> {
  // Creates the file, and fails before anything is replaced.
  await (await open(path, 'a', 0o600)).close();
  const unlock = await lockFile(path);
  const { entries, lastId } = await readEntries(path, journal.limit);
  journal.restore(entries, lastId);
  // The first line keeps the last id, which may belong to an entry that was cleared.
  const lines = [{ cleared: [lastId] }, ...entries].map((line) => JSON.stringify(line));
  await writeFile(`${path}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);

  const file = createWriteStream(path, { flags: 'a' });
  await once(file, 'open');
  file.on('error', reportError(path));
  const write = (line: JournalEntry | ClearedIds) => file.write(`${JSON.stringify(line)}\n`);
  const unsubscribers = [
    journal.onChange((entry) => {
      if (entry.durationMs !== undefined && journal.get(entry.id) === entry) write(entry);
    }),
    journal.onRemove((cleared, reason) => {
      if (reason === 'cleared') write({ cleared });
    }),
  ];
  return async () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    await new Promise<void>((resolve) => file.end(resolve));
    await unlock();
  };
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
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function reportError(path: string) {
  return (error: Error) =>
    console.error(
      `MOCK_JOURNAL: cannot write to ${path}: ${error.message}. Requests are no longer added.`,
    );
}

/** The line that is written when entries are cleared. */
interface ClearedIds {
  cleared: readonly number[];
}

/** The last entries of a file that were not cleared, oldest first. Invalid lines are skipped. */
async function readEntries(path: string, limit: number) {
  const entries = new Map<number, JournalEntry>();
  let lastId = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = parseLine(text);
    if (line && 'cleared' in line) {
      for (const id of line.cleared) {
        entries.delete(id);
        lastId = Math.max(lastId, id);
      }
    } else if (line) {
      entries.set(line.id, line);
      lastId = Math.max(lastId, line.id);
    }
    const [oldest] = entries.keys();
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest);
  }
  return { entries: [...entries.values()], lastId };
}

function parseLine(text: string): JournalEntry | ClearedIds | undefined {
  try {
    const line: unknown = JSON.parse(text);
    if (!isObject(line)) return undefined;
    if (Array.isArray(line.cleared)) return { cleared: line.cleared.filter(isId) };
    return isEntry(line) ? (line as unknown as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}

function isEntry({ id, violations, key, suffix, ...others }: Record<string, unknown>): boolean {
  const { at, method, path, outcome } = others;
  return (
    isId(id) &&
    [at, method, path, outcome, key ?? '', suffix ?? ''].every((it) => typeof it === 'string') &&
    Array.isArray(violations) &&
    violations.every((violation) => isObject(violation) && typeof violation.rule === 'string')
  );
}

/** Whether the ids that follow are exact numbers too. */
function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) < 1e12;
}
