import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distDirectory } from '../../../scripts/build/paths.ts';
import { launchOptions } from '../../../scripts/command/findChromium.ts';
import { findViolations } from '../fixtures/findViolations.ts';
import { type State, states } from '../fixtures/states.ts';
import { type Style, takePicture } from './takePicture.ts';

/** The ways in which people see the page. axe checks the first. */
const styles: Record<string, Style> = {
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
  const { file, state, style, options } = picture;
  const page = await takePicture(browser, state, options, join(distDirectory, 'gallery', file));
  onTestFinished(() => page.context().close());
  const isChecked = style === 'light' && state.medium !== 'no JavaScript';
  if (isChecked) expect(await findViolations(page)).toEqual([]);
});
