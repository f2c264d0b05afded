/** The time in ms within which a response must be complete, including its body. */
export const requestTimeoutMs = 30_000;

/** Returns a signal that aborts after a time. Safari 15 has no `AbortSignal.timeout`. */
export function abortAfter(timeoutMs: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(timeoutMs);

  const controller = new AbortController();
  setTimeout(() => controller.abort(), timeoutMs);
  return controller.signal;
}
