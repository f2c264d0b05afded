import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isObject } from '../contract/pointer.ts';
import { MockStartFault } from '../startFault.ts';
import type { Journal, JournalEntry } from './journal.ts';

/**
 * Keeps a journal in a file, one JSON object a line: what the file holds comes back into the
 * journal, and each request that has ended is appended. Rejects where the file cannot be written.
 */
export async function keepJournalFile(
  journal: Journal,
  path: string,
): Promise<() => Promise<void>> {
  const file = createWriteStream(path, { flags: 'a' });
  try {
    await once(file, 'open');
    journal.restore(await readLatest(path, journal.limit));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MockStartFault(`The journal cannot be kept in ${path}: ${reason}.`, { cause });
  }
  // Whatever a crash cut short stays on a line of its own.
  file.write('\n');
  file.on('error', (error) =>
    console.error(`The journal is no longer kept in ${path}: ${error.message}`),
  );

  const stop = journal.listen((entry) => {
    if (entry.duration !== undefined) file.write(`${JSON.stringify(entry)}\n`);
  });
  return async () => {
    stop();
    await new Promise<void>((resolve) => file.end(resolve));
  };
}

/** The last entries of a file, oldest first. A line that is none is passed over. */
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
    return isObject(entry) && Number.isSafeInteger(entry.id) && Array.isArray(entry.faults)
      ? (entry as unknown as JournalEntry)
      : undefined;
  } catch {
    return undefined;
  }
}
