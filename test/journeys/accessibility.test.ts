import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { expect, inject, onTestFinished, test } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { findViolations } from '../support/browser/findViolations.ts';
import { journey } from '../support/browser/journey.ts';
import { openState } from '../support/browser/openState.ts';
import { type State, states } from '../support/browser/states.ts';

interface Screen {
  state: keyof typeof states;
  /** In px, 320 by default. */
  width?: number;
  /** Selectors of the parts of the page that differ, whose accessibility tree is recorded in `screens/`. */
  parts?: readonly string[];
  /** Whether axe checks it. It takes long; `npm run gallery` checks every state with JavaScript. */
  isChecked?: true;
}

/** Each walk opens its first screen, and goes on from there without loading the page again. */
const walks: readonly (readonly Screen[])[] = [
  [
    { state: 'loading', parts: ['main'] },
    { state: 'slowLoading', parts: ['main'] },
  ],
  [
    { state: 'loaded', parts: ['body'], isChecked: true },
    { state: 'loaded', width: 1280, isChecked: true },
    { state: 'menu', width: 1280, parts: ['header'], isChecked: true },
  ],
  [{ state: 'menu', parts: ['header'], isChecked: true }],
  [{ state: 'specialSubscriber', parts: ['main'] }],
  [{ state: 'fullField', parts: ['form'] }],
  [{ state: 'verifying', parts: ['form'] }],
  [
    { state: 'sending', parts: ['form', '.alert-stack'] },
    { state: 'unconfirmed', parts: ['form'] },
  ],
  [{ state: 'thanked', parts: ['form', '.alert-stack'] }],
  [
    { state: 'notSent', parts: ['form', '.alert-stack'], isChecked: true },
    { state: 'notSent', width: 1280, isChecked: true },
    { state: 'mixedAlerts', parts: ['.alert-stack'] },
  ],
  [
    { state: 'conflict', parts: ['form'], isChecked: true },
    { state: 'restored', parts: ['form'] },
  ],
  [
    { state: 'captchaBlocked', parts: ['form'], isChecked: true },
    { state: 'captchaBlocked', width: 1280, isChecked: true },
  ],
  [{ state: 'index', parts: ['main'] }],
  [
    { state: 'tryAgain', parts: ['main', '.alert-stack'], isChecked: true },
    { state: 'tryAgain', width: 1280, isChecked: true },
  ],
  // Playwright leaves out what is in a `noscript` element.
  [{ state: 'noJavaScript', parts: ['header'] }],
  [{ state: 'loadError', parts: ['main'] }],
  [{ state: 'renderingError', parts: ['main'] }],
];

const nameOf = ({ state, width }: Screen) => (width ? `${state}-${width}` : state);

for (const walk of walks) {
  const names = walk.map((screen) => `"${nameOf(screen)}"`).join(' and then ');
  journey(
    `a screen reader finds what is recorded in ${names}, and axe no violation`,
    async ({ browser, page: sharedPage }) => {
      const page = await pageFor(walk, browser, sharedPage);
      let state: State | undefined;
      for (const screen of walk) {
        await page.setViewportSize({ width: screen.width ?? 320, height: 800 });
        state = await reachState(page, screen, state);
        await check(page, screen);
      }
    },
  );
}

/** A page that a state breaks is not shared. */
async function pageFor([screen]: readonly Screen[], browser: Browser, sharedPage: Page) {
  const { medium, isBroken }: State = states[screen?.state ?? 'loaded'];
  if (!medium && !isBroken) return sharedPage;
  const page = await browser.newPage({ javaScriptEnabled: medium !== 'no JavaScript' });
  onTestFinished(() => page.close());
  return page;
}

/** @param current the state of the page, if it shows one */
async function reachState(page: Page, screen: Screen, current?: State): Promise<State> {
  const state: State = states[screen.state];
  const { previous } = state;
  if (!current) await openState(page, `${inject('hostUrl')}${basePath}`, state, nameOf(screen));
  else if (previous?.state === current) await previous.proceed(page);
  else if (state !== current)
    throw new Error(`${nameOf(screen)} does not follow from the screen before it.`);
  return state;
}

async function check(page: Page, { parts, isChecked, ...screen }: Screen) {
  if (parts) {
    const snapshots = parts.map((selector) => page.locator(selector).ariaSnapshot());
    const tree = `${(await Promise.all(snapshots)).join('\n')}\n`;
    await expect(tree).toMatchFileSnapshot(`screens/${nameOf(screen)}.yaml`);
  }
  if (isChecked) expect(await findViolations(page), nameOf(screen)).toEqual([]);
}

test('each recorded accessibility tree is of a screen above', () => {
  const recorded = walks
    .flat()
    .filter(({ parts }) => parts)
    .map((screen) => `${nameOf(screen)}.yaml`);
  expect(readdirSync('test/journeys/screens').sort()).toEqual(recorded.sort());
});
