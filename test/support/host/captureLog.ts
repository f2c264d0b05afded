import { createLog } from '../../../server/runtime/log.ts';

/** Creates a log that keeps its lines. */
export function captureLog(level = 'info') {
  const text: string[] = [];
  const log = createLog(level, { write: (line) => void text.push(line) });
  const lines = () => text.map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    log,
    /** The lines as written. */
    text,
    /** The parsed lines. */
    lines,
    /** The parsed lines of the access log. */
    requests: () => lines().filter(({ msg }) => msg === 'request'),
  };
}
