import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { findViolations } from '../../scripts/gallery/findViolations.ts';
import { openState } from '../../scripts/gallery/openState.ts';
import { type State, states } from '../../scripts/gallery/states.ts';
import { journey } from '../support/browser/journey.ts';

interface Screen {
  state: keyof typeof states;
  /** In px, 320 by default. */
  width?: number;
  /** Selectors of the parts of the page that differ, whose accessibility tree is recorded in `screens/`. */
  parts?: readonly string[];
  /** Whether axe checks it. It takes long; `npm run gallery` checks every state with JavaScript. */
  isChecked?: true;
}

const screens: readonly Screen[] = [
  { state: 'loading', parts: ['main'] },
  { state: 'slowLoading', parts: ['main'] },
  { state: 'loaded', parts: ['body'], isChecked: true },
  { state: 'loaded', width: 1280, isChecked: true },
  { state: 'specialSubscriber', parts: ['main'] },
  { state: 'fullField', parts: ['form'] },
  { state: 'verifying', parts: ['form'] },
  { state: 'sending', parts: ['form', '.alert-stack'] },
  { state: 'thanked', parts: ['form', '.alert-stack'] },
  { state: 'notSent', parts: ['form', '.alert-stack'], isChecked: true },
  { state: 'notSent', width: 1280, isChecked: true },
  { state: 'restored', parts: ['form'] },
  { state: 'unconfirmed', parts: ['form'] },
  { state: 'captchaBlocked', parts: ['form'], isChecked: true },
  { state: 'captchaBlocked', width: 1280, isChecked: true },
  { state: 'index', parts: ['main'] },
  { state: 'tryAgain', parts: ['main', '.alert-stack'], isChecked: true },
  { state: 'tryAgain', width: 1280, isChecked: true },
  { state: 'mixedAlerts', parts: ['.alert-stack'] },
  { state: 'menu', parts: ['header'], isChecked: true },
  { state: 'menu', width: 1280, parts: ['header'], isChecked: true },
  // Playwright leaves out what is in a `noscript` element.
  { state: 'noJavaScript', parts: ['header'] },
  { state: 'loadError', parts: ['main'] },
  { state: 'renderingError', parts: ['main'] },
];

const nameOf = ({ state, width }: Screen) => (width ? `${state}-${width}` : state);

const screenJourney = journey.extend<{ open(screen: Screen): Promise<Page> }>({
  open: async ({ browser, page: sharedPage }, use) => {
    await use(async (screen) => {
      const state: State = states[screen.state];
      let page = sharedPage;
      if (state.medium || state.isBroken) {
        page = await browser.newPage({ javaScriptEnabled: state.medium !== 'no JavaScript' });
        onTestFinished(() => page.close());
      }
      await page.setViewportSize({ width: screen.width ?? 320, height: 800 });
      await openState(page, `${inject('hostUrl')}${basePath}`, state, nameOf(screen));
      return page;
    });
  },
});

for (const screen of screens) {
  const name = nameOf(screen);
  screenJourney(
    `a screen reader finds what is recorded in the state "${name}", and axe no violation`,
    async ({ open }) => {
      const page = await open(screen);
      if (screen.parts) {
        const parts = screen.parts.map((selector) => page.locator(selector).ariaSnapshot());
        const tree = `${(await Promise.all(parts)).join('\n')}\n`;
        await expect(tree).toMatchFileSnapshot(`screens/${name}.yaml`);
      }
      if (screen.isChecked) expect(await findViolations(page)).toEqual([]);
    },
  );
}

test('each recorded accessibility tree is of a screen above', () => {
  const recorded = screens.filter(({ parts }) => parts).map((screen) => `${nameOf(screen)}.yaml`);
  expect(readdirSync('test/journeys/screens').sort()).toEqual(recorded.sort());
});
