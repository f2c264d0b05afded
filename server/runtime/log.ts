import { type DestinationStream, type Logger, pino } from 'pino';
import { version } from '../version.ts';
import type { LogDestination } from './logDestination.ts';

export type Log = Logger;

/**
 * Writes one JSON object per line. Callers must not log anything that identifies a subscriber. Lines that
 * the destination had to drop are reported once it accepts lines again.
 */
export function createLog(
  level: string,
  destination: DestinationStream & Partial<Pick<LogDestination, 'onResume'>>,
): Log {
  const log = pino(
    {
      level,
      base: { version },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  destination.onResume?.((lines) => log.warn({ lines }, 'log lines dropped'));
  return log;
}

/** Describes an error without its message, which may quote a request. */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error };

  const { name, stack = '' } = error;
  const { code } = error as NodeJS.ErrnoException;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, code, stack: frames.map((frame) => frame.trim()) };
}
