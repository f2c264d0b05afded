import { vi } from 'vitest';

/** Calls `callback` until it no longer throws or rejects. The timeout only ends a test that hangs. */
export function waitFor<T>(callback: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(callback, { timeout: 60_000 });
}
