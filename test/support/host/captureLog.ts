import { createLog } from '../../../server/runtime/log.ts';
import type { LogDestination } from '../../../server/runtime/logDestination.ts';

/** Creates a log that keeps its lines. A real destination would write every 100 ms for as long as the worker runs. */
export function captureLog(level = 'info') {
  const text: string[] = [];
  const logDestination: LogDestination = {
    droppedCount: 0,
    write: (line) => void text.push(line),
    onResume: () => {},
    end: async () => {},
  };
  const log = createLog(level, logDestination);
  const lines = () => text.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    log,
    logDestination,
    /** The lines as written. */
    text,
    /** The parsed lines. */
    lines,
    /** The parsed lines of the access log. */
    requests: () => lines().filter(({ msg }) => msg === 'request'),
  };
}
