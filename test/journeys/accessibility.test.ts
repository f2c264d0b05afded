import { expect } from 'vitest';
import { findViolations } from '../../scripts/gallery/findViolations.ts';
import { states } from '../../scripts/gallery/states.ts';
import { sharedTabJourney } from '../support/browser/journey.ts';

// `npm run gallery` checks the other states.
for (const width of [320, 1280]) {
  for (const name of ['loaded', 'notSent', 'tryAgain', 'menu', 'captchaBlocked'] as const) {
    sharedTabJourney(
      `the state "${name}" violates no accessibility rule at ${width} px`,
      async ({ page, visit }) => {
        await page.setViewportSize({ width, height: 800 });
        await visit(states[name].path(crypto.randomUUID()));
        await states[name].reach(page);
        expect(await findViolations(page)).toEqual([]);
      },
    );
  }
}
