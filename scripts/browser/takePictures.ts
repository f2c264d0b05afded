import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { basePath } from '../../client/routes.ts';
import { buildClient } from '../build/buildClient.ts';
import { startStack } from '../stack/startStack.ts';
import { chromiumArguments, findChromium } from './findChromium.ts';
import { findViolations } from './findViolations.ts';
import { openState } from './openState.ts';
import { type State, states } from './states.ts';

/** A way in which people see the page. A text size is in px, 16 by default. */
type Style = BrowserContextOptions & { textSize?: number };

const usual: Style = {};
const styles: Record<string, Style> = {
  light: usual,
  'forced-light': { forcedColors: 'active', colorScheme: 'light' },
  'forced-dark': { forcedColors: 'active', colorScheme: 'dark' },
  'text-200': { textSize: 32 },
};

const screens = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

/**
 * Starts the stack on free ports, takes the pictures whose file name contains `filter`, and writes them with
 * `index.html` into the directory.
 * @returns the number of violations that axe found, which are printed
 */
export async function takePictures(directory: string, filter: string): Promise<number> {
  const env = { HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0', LOG_LEVEL: 'silent' };
  const stack = await startStack(env, { build: () => buildClient() });
  const executablePath = findChromium(process.env, console.log);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const index = ['<!doctype html><html lang="en"><title>Gallery</title>'];
  let violationCount = 0;
  try {
    mkdirSync(directory, { recursive: true });
    for (const [name, state] of Object.entries<State>(states)) {
      index.push(`<h2>${name}</h2><p>${state.description}</p>`);
      for (const [style, options] of Object.entries(state.medium ? { light: usual } : styles)) {
        for (const viewport of screens) {
          const file = `${name}-${style}-${viewport.width}.png`;
          if (!file.includes(filter)) continue;
          const url = `${stack.host.url}${basePath}`;
          const path = join(directory, file);
          const violations = await takePicture(browser, url, path, state, { ...options, viewport });
          for (const violation of violations) console.error(`${file}: ${violation.join('\n  ')}`);
          violationCount += violations.length;
          index.push(`<a href="${file}"><img src="${file}" alt="${file}" height="400"></a>`);
        }
      }
    }
    writeFileSync(join(directory, 'index.html'), index.join('\n'));
  } finally {
    await browser.close();
    await stack.close();
  }
  return violationCount;
}

/** Takes a picture in a browser context of its own. Returns what axe has found in the usual style. */
async function takePicture(
  browser: Browser,
  baseUrl: string,
  path: string,
  state: State,
  { textSize, ...options }: Style,
): Promise<string[][]> {
  const { medium, isFullPage = false } = state;
  const javaScriptEnabled = medium !== 'no JavaScript';
  const context = await browser.newContext({ ...options, javaScriptEnabled });
  try {
    const page = await context.newPage();
    if (textSize) {
      const session = await context.newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
    }
    await openState(page, baseUrl, state, crypto.randomUUID().slice(0, 8));
    if (medium === 'print') await page.emulateMedia({ media: 'print' });
    // Chromium resets the text size for a picture that is higher than the screen.
    await page.screenshot({ path, fullPage: isFullPage && !textSize });
    const isUsual = !textSize && !options.forcedColors && javaScriptEnabled;
    return isUsual ? await findViolations(page) : [];
  } catch (cause) {
    throw new Error(`${path}: cannot take the picture`, { cause });
  } finally {
    await context.close();
  }
}
