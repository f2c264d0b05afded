import { vi } from 'vitest';
import { conditionTimeoutMs } from './timeouts.ts';

/** Calls `callback` until it no longer throws or rejects. */
export function waitFor<T>(callback: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(callback, { timeout: conditionTimeoutMs });
}
