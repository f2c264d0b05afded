import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/findChromium.ts';

/** Starts a Chromium that asks nothing of the network by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(process.env, console.log),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
