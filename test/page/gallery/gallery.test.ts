import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { basePath } from '../../../client/routes.ts';
import { distDirectory } from '../../../scripts/build/paths.ts';
import { launchOptions } from '../../../scripts/command/findChromium.ts';
import { findViolations } from '../fixtures/findViolations.ts';
import { keepAlerts, openState } from '../fixtures/openState.ts';
import { setTextSize } from '../fixtures/setTextSize.ts';
import { type State, states } from '../fixtures/states.ts';

/** The ways in which people see the page. axe checks the first. A text size is in px, 16 by default. */
const styles: Record<string, BrowserContextOptions & { textSize?: number }> = {
  light: {},
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

const pictures = Object.entries<State>(states).flatMap(([name, state]) =>
  Object.entries(styles)
    .slice(0, state.medium ? 1 : undefined)
    .flatMap(([style, options]) =>
      screens.map((screen) => ({
        file: `${name}-${style}-${screen.width}.png`,
        state,
        style,
        options: { ...options, viewport: screen },
      })),
    ),
);

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
});
afterAll(() => browser.close());

test.concurrent.for(pictures)('$file: $state.description', async (picture, { onTestFinished }) => {
  const { file, state, style } = picture;
  const { textSize, ...options } = picture.options;
  const javaScriptEnabled = state.medium !== 'no JavaScript';
  const context = await browser.newContext({ ...options, javaScriptEnabled });
  onTestFinished(() => context.close());
  await context.addInitScript(keepAlerts);
  const page = await context.newPage();
  if (textSize) await setTextSize(page, textSize);
  const suffix = crypto.randomUUID().slice(0, 8);
  await openState(page, `${inject('hostUrl')}${basePath}`, state, suffix);
  if (state.medium === 'print') await page.emulateMedia({ media: 'print' });
  // Chromium resets the text size for a picture that is higher than the screen.
  const fullPage = (state.isFullPage ?? false) && !textSize;
  await page.screenshot({ path: join(distDirectory, 'gallery', file), fullPage });
  if (style === 'light' && javaScriptEnabled) expect(await findViolations(page)).toEqual([]);
});
