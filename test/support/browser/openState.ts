import type { Page } from 'playwright-core';
import type { State } from './states.ts';

/** Opens a state of the product. What would end it gets no response. */
export async function openState(
  page: Page,
  baseUrl: string,
  { heldRequests, path, reach }: State,
  suffix: string,
): Promise<void> {
  if (heldRequests) await page.route(heldRequests, () => {});
  await page.goto(`${baseUrl}${path(suffix)}`);
  await reach(page);
}

/** Runs in a page before its scripts: timers of 5 seconds and more never end, so that alerts stay. */
export function keepAlerts(): void {
  const start = globalThis.setTimeout;
  // A method, because esbuild calls a helper outside of this function to name an arrow function.
  Object.assign(globalThis, {
    setTimeout(callback: () => void, delayMs = 0, ...args: []) {
      return start(callback, delayMs < 5000 ? delayMs : 2 ** 31 - 1, ...args);
    },
  });
}
