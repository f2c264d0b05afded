/**
 * Runs in a page before its scripts: shortens the time between the attempts to load the script, and lists in `delays`
 * what it was.
 */
export function shortenDelays(): void {
  const { setTimeout } = globalThis;
  const delays: number[] = [];
  // A method, because esbuild calls a helper outside of this function to name an arrow function.
  Object.assign(globalThis, {
    delays,
    setTimeout(callback: () => void, delayMs: number, ...args: []) {
      delays.push(delayMs);
      return setTimeout(callback, delayMs < 10_000 ? delayMs / 50 : delayMs, ...args);
    },
  });
}
