import { chromium } from 'playwright-core';
import { onTestFinished, test } from 'vitest';
import { launchOptions } from '../../../scripts/command/findChromium.ts';
import { type State, states } from '../fixtures/states.ts';
import { takePicture } from './takePicture.ts';

const phone = { width: 375, height: 812 };

const pictures: Record<string, { state: State; viewport: { width: number; height: number } }> = {
  'feedback-page.png': { state: states.loaded, viewport: { width: 1280, height: 800 } },
  'message-sent.png': { state: states.thanked, viewport: phone },
  'message-not-sent.png': { state: states.notSent, viewport: phone },
};

test.for(Object.entries(pictures))(
  'docs/%s, which README.md shows, is made again',
  async ([file, { state, viewport }]) => {
    const browser = await chromium.launch(launchOptions());
    onTestFinished(() => browser.close());
    await takePicture(browser, state, { viewport }, `docs/${file}`);
  },
);
