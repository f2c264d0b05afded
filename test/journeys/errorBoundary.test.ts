import { expect } from 'vitest';
import { holdRequests, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { states } from '../support/browser/states.ts';
import { visibilityOf } from '../support/browser/visibilityOf.ts';

journey(
  'a rendering error is announced between header and footer, and a reload restores the page and the draft',
  async ({ page, feedback: { fill, fieldValues, liveForm }, open, takeErrors }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await states.renderingError.reach(page);
    expect(await page.title()).toBe('This page has stopped working | Briefly');
    expect(await visibilityOf(page.getByRole('banner'))).toBe('visible');
    expect(await visibilityOf(page.getByRole('contentinfo'))).toBe('visible');
    expect(await page.locator('body').textContent()).not.toContain('broken');
    await page.getByRole('button', { name: 'Reload' }).click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    // React logs the error.
    await takeErrors();
  },
);

journey(
  'an error outside the main part of the page is announced too, if the form has the focus',
  async ({ addScript, page, feedback: { subject }, open, takeErrors }) => {
    await addScript(() => {
      Object.assign(globalThis, {
        ResizeObserver: function ResizeObserver() {
          throw new Error('broken');
        },
      });
    });
    const release = await holdRequests(page, /\/assets\//);
    const opened = open('daily-harvest');
    await subject.focus();
    release();
    await opened;
    await page.getByRole('heading', { name: 'This page has stopped working' }).waitFor();
    // React logs the error.
    for (const error of await takeErrors()) expect(error).toContain('broken');
  },
);
