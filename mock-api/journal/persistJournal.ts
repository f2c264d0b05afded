import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject } from '../contract/jsonPointer.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/**
 * Persists a journal in a file, one JSON object per line: restores its entries and appends every
 * request that ends. Returns the function that closes the file. Rejects if it cannot be opened.
 */
export async function persistJournal(journal: Journal, path: string): Promise<() => Promise<void>> {
  const file = createWriteStream(path, { flags: 'a' });
  await once(file, 'open');
  journal.restore(await readLatest(path, journal.limit));
  // Ends a line that a crash may have left incomplete.
  file.write('\n');
  file.on('error', (error) =>
    console.error(
      `MOCK_JOURNAL: cannot write to ${path}: ${error.message}. Requests are no longer added.`,
    ),
  );

  const unsubscribe = journal.onChange((entry) => {
    if (entry.durationMs !== undefined) file.write(`${JSON.stringify(entry)}\n`);
  });
  return async () => {
    unsubscribe();
    await new Promise<void>((resolve) => file.end(resolve));
  };
}

/** The last entries of a file, oldest first. Invalid lines are skipped. */
async function readLatest(path: string, limit: number): Promise<JournalEntry[]> {
  let entries: JournalEntry[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const entry = parseEntry(line);
    if (entry) entries.push(entry);
    if (entries.length > 2 * limit) entries = entries.slice(-limit);
  }
  return entries.slice(-limit);
}

function parseEntry(line: string): JournalEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isObject(entry) && Number.isSafeInteger(entry.id) && Array.isArray(entry.violations)
      ? (entry as unknown as JournalEntry)
      : undefined;
  } catch {
    return undefined;
  }
}
