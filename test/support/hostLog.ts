import type { LogLevel } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';

/** A log whose lines are kept. */
export function captureLog(level: LogLevel = 'trace') {
  const text: string[] = [];
  const log = createLog(level, { write: (line) => void text.push(line) });
  return {
    log,
    text,
    lines: () => text.map((line) => JSON.parse(line) as Record<string, unknown>),
    requests: () =>
      text.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request') as Record<
        string,
        unknown
      >[],
  };
}
