import { inject, onTestFinished } from 'vitest';
import { basePath } from '../../client/routes.ts';
import { findViolations } from '../support/browser/findViolations.ts';
import { journey } from '../support/browser/journey.ts';
import { openState } from '../support/browser/openState.ts';
import { type State, states } from '../support/browser/states.ts';

interface Screen {
  name: keyof typeof states;
  /** A selector of the parts of the page whose accessibility trees are recorded in `screens/`. */
  parts: string;
  /** The widths at which axe checks it. It takes long; `npm run gallery` checks every state with JavaScript. */
  checkedWidths?: readonly number[];
}

const screens: readonly Screen[] = [
  { name: 'slowLoading', parts: 'main' },
  { name: 'loaded', parts: 'body', checkedWidths: [320, 1280] },
  { name: 'menu', parts: 'header', checkedWidths: [320, 1280] },
  { name: 'notSent', parts: 'form, section.alert-stack', checkedWidths: [320, 1280] },
  { name: 'conflict', parts: 'form', checkedWidths: [320] },
  { name: 'captchaBlocked', parts: 'form', checkedWidths: [320, 1280] },
  { name: 'index', parts: 'main' },
  { name: 'tryAgain', parts: 'main, section.alert-stack', checkedWidths: [320, 1280] },
  { name: 'loadError', parts: 'main' },
  { name: 'renderingError', parts: 'main' },
];

journey.for(screens)(
  'a screen reader finds the recorded tree of $name, and axe no violation',
  async ({ name, parts, checkedWidths = [] }, { browser, page: sharedPage, expect }) => {
    const state: State = states[name];
    const page = state.isBroken ? await browser.newPage() : sharedPage;
    if (state.isBroken) onTestFinished(() => page.close());
    await page.setViewportSize({ width: 320, height: 800 });
    await openState(page, `${inject('hostUrl')}${basePath}`, state, name);
    const areas = await page.locator(parts).all();
    const trees = await Promise.all(areas.map((area) => area.ariaSnapshot()));
    await expect(`${trees.join('\n')}\n`).toMatchFileSnapshot(`screens/${name}.yaml`);
    for (const width of checkedWidths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findViolations(page), `${width} px`).toEqual([]);
    }
  },
);
