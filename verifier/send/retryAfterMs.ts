import { readRetryAfterMs } from '#contract';
import type { Received } from '../model.ts';

/** The longest pause. A server that asks for a longer one limits a number of attempts, not a rate. */
const maxPauseMs = 10_000;
const defaultPauseMs = 1000;

/**
 * Returns the pause before a request is repeated: after a 429, and after a 503 with `Retry-After`. Undefined for any
 * other response, and if the pause would be too long.
 */
export function retryAfterMs({ status, headers }: Pick<Received, 'status' | 'headers'>) {
  if (status !== 429 && status !== 503) return undefined;

  const pauseMs = readRetryAfterMs(headers);
  if (pauseMs === undefined) return status === 429 ? defaultPauseMs : undefined;
  if (!Number.isFinite(pauseMs)) return defaultPauseMs;

  return pauseMs > maxPauseMs ? undefined : Math.max(pauseMs, 0);
}
