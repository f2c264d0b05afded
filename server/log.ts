import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config.ts';

export type Log = Logger;

/** Writes one JSON object a line. Nothing that names a subscriber may be handed to it. */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
}

/** A fault without its message, which may quote a request. */
export function describeFault(fault: unknown) {
  if (!(fault instanceof Error)) return { name: typeof fault };
  const { name, stack = '' } = fault;
  const { code } = fault as NodeJS.ErrnoException;
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, code, at: at.map((line) => line.trim()) };
}
