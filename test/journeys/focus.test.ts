import { expect } from 'vitest';
import { expectFocus } from '../support/browser/focus.ts';
import { clockJourney } from '../support/browser/journey.ts';

clockJourney(
  'while the captcha runs the fields are read-only, and its timeout does not move a focus that is elsewhere',
  async ({ page, feedback: { focused, outcome, send, submitState }, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    await send();
    await focused.filter({ hasText: 'Running the security check' }).waitFor();
    expect(await submitState()).toBe('disabled');
    expect(await page.locator('.field :read-write').count(), 'editable fields').toBe(0);
    const aboutUs = page.getByRole('link', { name: 'About us' });
    await aboutUs.focus();
    await page.clock.runFor(20_000);
    await outcome('The security check did not respond').waitFor();
    await expectFocus(aboutUs);
  },
);
