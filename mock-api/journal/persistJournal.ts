import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isObject } from '../contract/jsonPointer.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalEntry.ts';

/** The file has at most this many lines for each entry that the journal can keep. */
const linesPerEntry = 10;

/**
 * Persists a journal in a file, one JSON object per line: restores its entries, and appends every
 * request that ends and the ids of cleared entries. A file with too many lines is replaced by one with
 * the current entries. Returns the function that closes the file. Rejects if it cannot be opened.
 */
export async function persistJournal(journal: Journal, path: string): Promise<() => Promise<void>> {
  const maxLines = linesPerEntry * journal.limit;
  let file = await openFile(path, 'a');
  const earlier = await readEntries(path, maxLines);
  let { lastId, lineCount } = earlier;
  journal.restore(earlier.entries, lastId);
  // Ends a line that a crash may have left incomplete.
  file.write('\n');
  let replacement: Promise<void> | undefined;

  const write = (line: JournalEntry | ClearedIds) => {
    file.write(`${JSON.stringify(line)}\n`);
    lineCount += 1;
    if (lineCount > maxLines) replacement ??= replaceFile().catch(reportError(path));
  };
  const unsubscribers = [
    journal.onChange((entry) => {
      lastId = Math.max(lastId, entry.id);
      if (entry.durationMs !== undefined && journal.get(entry.id) === entry) write(entry);
    }),
    journal.onRemove((cleared, reason) => {
      if (reason === 'cleared') write({ cleared });
    }),
  ];
  return async () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    await replacement;
    await new Promise<void>((resolve) => file.end(resolve));
  };

  async function replaceFile() {
    const previous = file;
    const temporary = `${path}.new`;
    const next = await openFile(temporary, 'w');
    const entries = journal.list({ ended: true });
    // The first line keeps the last id, which may belong to an entry that was cleared.
    const lines = [{ cleared: [lastId] }, ...entries].map((line) => JSON.stringify(line));
    lineCount = lines.length;
    file = next;
    await new Promise((resolve) => next.write(`${lines.join('\n')}\n`, resolve));
    // Windows replaces only a file that is closed.
    await new Promise<void>((resolve) => previous.end(resolve));
    await rename(temporary, path);
    replacement = undefined;
  }
}

async function openFile(path: string, flags: 'a' | 'w'): Promise<WriteStream> {
  const file = createWriteStream(path, { flags, mode: 0o600 });
  await once(file, 'open');
  return file.on('error', reportError(path));
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
  let lineCount = 0;
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line = parseLine(text);
    lineCount += 1;
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
  return { entries: [...entries.values()], lastId, lineCount };
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
