import { existsSync } from 'node:fs';
import { type ElementHandle, launch } from 'puppeteer-core';
import { keepAlerts } from '../browser/openState.ts';
import type { Engine } from './enginePage.ts';

const usualPaths = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** No process in advance for a next tab, which costs a second; Tab also stops at links on macOS. */
const extraPrefsFirefox = {
  'dom.ipc.processPrelaunch.enabled': false,
  'accessibility.tabfocus': 7,
};

/**
 * Starts the Firefox of `FIREFOX_PATH` or of a usual path without a window.
 * @throws if there is none
 */
export async function launchFirefox(): Promise<Engine<ElementHandle>> {
  const executablePath = process.env.FIREFOX_PATH || usualPaths.find((each) => existsSync(each));
  if (!executablePath) {
    throw new Error(
      'These tests need Firefox. Install it (on Debian: apt install firefox-esr), or set FIREFOX_PATH to its path.',
    );
  }
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox,
  });
  // The tab that Firefox starts with has no focus, so that no key activates a button in it.
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(keepAlerts);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push((error as Error).message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // Leaves a page that asks first.
  page.on('dialog', (dialog) => dialog.accept());
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    goBack: () => page.goBack(),
    setViewportSize: (size) => page.setViewport(size),
    press: (text) => page.keyboard.type(text),
    click: (element) => element.click(),
    findAll: (selector) => page.$$(selector),
    findByRole: (role, name) => page.$$(`aria/${name}[role="${role}"]`),
    call: (callback, ...args) => page.evaluate(callback as never, ...args),
    async takeErrors() {
      // Firefox sends the errors of the page before its response.
      await page.title();
      return errors.splice(0);
    },
    close: () => browser.close(),
  };
}
