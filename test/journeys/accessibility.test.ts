import { expect } from 'vitest';
import { findViolations } from '../../scripts/gallery/findViolations.ts';
import { states } from '../../scripts/gallery/states.ts';
import { sharedTabJourney } from '../support/browser/journey.ts';

/** The states whose accessibility tree is recorded in `screens/`, and the parts of the page that differ. */
const recordedParts = {
  loading: ['main'],
  loaded: ['body'],
  specialSubscriber: ['main'],
  fullField: ['form'],
  verifying: ['form'],
  sending: ['form', '.alert-stack'],
  thanked: ['form', '.alert-stack'],
  notSent: ['form', '.alert-stack'],
  restored: ['form'],
  unconfirmed: ['form'],
  captchaBlocked: ['form'],
  index: ['main'],
  tryAgain: ['main', '.alert-stack'],
  menu: ['header'],
} as const satisfies Partial<Record<keyof typeof states, readonly string[]>>;

type RecordedState = keyof typeof recordedParts;

/** `npm run gallery` checks the other states. */
const checkedStates: readonly RecordedState[] = [
  'loaded',
  'notSent',
  'tryAgain',
  'menu',
  'captchaBlocked',
];

for (const name of Object.keys(recordedParts) as RecordedState[]) {
  sharedTabJourney(
    `a screen reader finds what is recorded in the state "${name}"`,
    async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await visit(states[name].path(`${name}-320`));
      await states[name].reach(page);
      const parts = recordedParts[name].map((selector) => page.locator(selector).ariaSnapshot());
      const screen = `${(await Promise.all(parts)).join('\n')}\n`;
      await expect(screen).toMatchFileSnapshot(`screens/${name}.yaml`);
      if (checkedStates.includes(name)) expect(await findViolations(page)).toEqual([]);
    },
  );
}

for (const name of checkedStates) {
  sharedTabJourney(
    `the state "${name}" violates no accessibility rule at 1280 px`,
    async ({ page, visit }) => {
      await visit(states[name].path(`${name}-1280`));
      await states[name].reach(page);
      expect(await findViolations(page)).toEqual([]);
    },
  );
}
