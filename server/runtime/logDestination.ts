import { once } from 'node:events';
import { type DestinationStream, pino } from 'pino';

/** The destination of the log. A write never blocks and never fails: lines beyond `maxBufferedBytes` are dropped. */
export interface LogDestination extends DestinationStream {
  /** The number of lines that were dropped. */
  readonly droppedCount: number;
  /** Calls `listener` when lines are written again, with the number that were dropped in between. */
  onResume(listener: (dropped: number) => void): void;
  /** Resolves when every line is written, or after `flushTimeoutMs`. Later lines are dropped. */
  end(): Promise<void>;
}

export interface LogDestinationOptions {
  /** The file descriptor; the standard output by default. */
  fd?: number;
  /** The size of the buffer for lines that cannot be written yet. */
  maxBufferedBytes?: number;
}

/** The size from which lines are written, because pino writes less than 16 KiB at once. */
const batchBytes = 16_000;
const batchIntervalMs = 100;
const flushTimeoutMs = 2_000;

/**
 * Creates a destination that writes in the background, in batches. A write to a full pipe is retried every
 * 100 ms; one that failed for another reason, such as a full disk, with the next batch.
 */
export function createLogDestination({
  // Opening `process.stdout` makes a pipe non-blocking; otherwise a write could occupy a thread forever.
  fd = process.stdout.fd,
  maxBufferedBytes = 2 ** 20,
}: LogDestinationOptions = {}): LogDestination {
  const stream = pino.destination({
    dest: fd,
    sync: false,
    maxLength: maxBufferedBytes,
    // A system call per line would take a seventh of the time of a small response.
    minLength: batchBytes,
    periodicFlush: batchIntervalMs,
  });
  // At exit, pino would write synchronously until the last byte is accepted, which may never happen.
  stream.flushSync = () => {};
  // Pino's listener turns the log off when the reader has closed the pipe; lines must still be counted.
  stream.removeAllListeners('error').on('error', () => {});

  let droppedCount = 0;
  let reportedCount = 0;
  let ended: Promise<void> | undefined;
  stream.on('drop', () => droppedCount++);
  return {
    get droppedCount() {
      return droppedCount;
    },
    write(line) {
      if (ended) {
        droppedCount++;
        return;
      }

      stream.write(line);
    },
    onResume(listener) {
      stream.on('drain', () => {
        const dropped = droppedCount - reportedCount;
        reportedCount = droppedCount;
        if (dropped > 0) listener(dropped);
      });
    },
    end() {
      ended ??= close(stream);
      return ended;
    },
  };
}

async function close(stream: ReturnType<typeof pino.destination>) {
  // Rejects when the last attempt to write fails or takes too long.
  const closed = once(stream, 'close', { signal: AbortSignal.timeout(flushTimeoutMs) });
  stream.end();
  await closed.catch(() => {});
  stream.destroy();
}
