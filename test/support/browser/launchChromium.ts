import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../../scripts/findChromium.ts';

/** Disables Chromium's background requests, which time out on a network without internet access. */
export function launchOptions() {
  return {
    executablePath: findChromium(process.env, console.log),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}
