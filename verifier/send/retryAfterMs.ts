import { readRetryAfterMs } from '#contract';
import type { Received } from '../model.ts';

/** A server that asks for more does not limit the rate, but a number of attempts. */
const maxPauseMs = 10_000;
const defaultPauseMs = 1000;

/**
 * How long to wait before the request is repeated: after a 429, and after a 503 with `Retry-After`.
 * Undefined for any other response, and if that is too long to wait.
 */
export function retryAfterMs({ status, headers }: Pick<Received, 'status' | 'headers'>) {
  if (status !== 429 && status !== 503) return undefined;

  const pauseMs = readRetryAfterMs(headers);
  if (pauseMs === undefined) return status === 429 ? defaultPauseMs : undefined;
  if (!Number.isFinite(pauseMs)) return defaultPauseMs;

  return pauseMs > maxPauseMs ? undefined : Math.max(pauseMs, 0);
}
