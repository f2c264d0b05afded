import { type Browser, chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../../scripts/command/findChromium.ts';

export function launchOptions() {
  return {
    executablePath: findChromium(process.env, console.log),
    args: chromiumArguments,
  };
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}
