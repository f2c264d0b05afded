import { headerText } from '#contract';
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

  const text = headerText(headers, 'retry-after');
  if (text === undefined) return status === 429 ? defaultPauseMs : undefined;

  const pauseMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (!Number.isFinite(pauseMs)) return defaultPauseMs;

  return pauseMs > maxPauseMs ? undefined : Math.max(pauseMs, 0);
}
