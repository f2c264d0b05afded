import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject } from '../contract/jsonPointer.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Persists a journal in a file, one JSON object per line: restores its entries, and appends every
 * request that ends and the ids of cleared entries. Returns the function that closes the file. Rejects
 * if it cannot be opened.
 */
export async function persistJournal(journal: Journal, path: string): Promise<() => Promise<void>> {
  const file = createWriteStream(path, { flags: 'a' });
  await once(file, 'open');
  const { entries, lastId } = await readEntries(path, 10 * journal.limit);
  journal.restore(entries, lastId);
  // Ends a line that a crash may have left incomplete.
  file.write('\n');
  file.on('error', (error) =>
    console.error(
      `MOCK_JOURNAL: cannot write to ${path}: ${error.message}. Requests are no longer added.`,
    ),
  );

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
  };
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
    if (Array.isArray(line.cleared)) return { cleared: line.cleared.filter(Number.isSafeInteger) };
    const isEntry = Number.isSafeInteger(line.id) && Array.isArray(line.violations);
    return isEntry ? (line as unknown as JournalEntry) : undefined;
  } catch {
    return undefined;
  }
}
