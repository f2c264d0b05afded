import { type DestinationStream, type Level, pino } from 'pino';
import { version } from '../version.ts';
import type { LogDestination } from './logDestination.ts';

/**
 * The fields of log lines, besides `level`, `version`, `time` and `msg`. Stores that index a log reject a line in which
 * a field has another type than before, and some read `status` as the level.
 */
export interface LogFields {
  /** The id of the request. */
  id?: string;
  method?: string;
  /** The pattern of the URL, without ids. */
  route?: string;
  /** The status of the response; undefined if no headers were sent. */
  statusCode?: number | undefined;
  outcome?: Outcome;
  ms?: number;
  bytes?: number;
  /** An error code of Node.js or of a `BackendError`. */
  backendError?: string | undefined;
  /** An error code of Node.js. */
  clientError?: string | undefined;
  error?: ErrorDescription;
  /** The name of a header that was not forwarded. */
  header?: string;
  /** The number of log lines that were dropped. */
  lines?: number;
  /** The number of requests and backend calls in flight. */
  inFlight?: number;
  /** The IP address on which the host listens. */
  address?: string;
  port?: number;
  metricsPort?: number | undefined;
}

/**
 * The end of a response: it is complete, its client has disconnected (`aborted`), or the backend has failed (`broken`).
 */
export type Outcome = 'completed' | 'aborted' | 'broken';

interface ErrorDescription {
  name: string;
  code?: string;
  /** The frames, without the message. */
  stack?: string[];
}

export type Log = Readonly<
  Record<Level, { (message: string): void; (fields: LogFields, message: string): void }>
>;

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

/** Describes an error without its message, which may quote a request. The code of a DOMException is a number. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };

  const { name, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const description: ErrorDescription = { name, stack: frames.map((frame) => frame.trim()) };
  if ('code' in error) description.code = String(error.code);
  return description;
}
