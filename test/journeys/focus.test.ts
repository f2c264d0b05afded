import { expect } from 'vitest';
import { expectFocus } from '../support/browser/focus.ts';
import { clockJourney, journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';

journey(
  'Restore moves the focus to the subject, Discard to the heading of the form, in view also on a phone',
  async ({ page, feedback: { restore, subject }, open }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open('broken-submission');
    await states.conflict.reach(page);
    const heading = page.getByRole('heading', { name: 'Contact the editor' });
    for (const [button, target] of [
      [restore, subject],
      [page.getByRole('button', { name: 'Discard' }), heading],
    ] as const) {
      await button.click();
      await expectFocus(target);
      const isInFront = await target.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
      expect(isInFront).toBe(true);
    }
  },
);

clockJourney(
  'a timeout of the captcha returns the focus to Submit, unless it is elsewhere',
  async ({ page, feedback: { focused, outcome, send, submit }, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    await send();
    await focused.filter({ hasText: 'Running the security check' }).waitFor();
    await page.clock.runFor(20_000);
    const warning = outcome('The security check did not respond');
    await warning.waitFor();
    await expectFocus(submit);

    await submit.press('Enter');
    await warning.waitFor({ state: 'detached' });
    const aboutUs = page.getByRole('link', { name: 'About us' });
    await aboutUs.focus();
    await page.clock.runFor(20_000);
    await warning.waitFor();
    await expectFocus(aboutUs);
  },
);
