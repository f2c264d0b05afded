import { boxOf } from './fixtures/boxOf.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { states } from './fixtures/states.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

journey(
  'a rendering error stands between header and footer, and a reload restores the page and the draft',
  async ({ page, feedback: { fill, fieldValues, liveForm }, open, takeErrors }) => {
    await open('daily-harvest');
    await fill(sampleMessage);
    await states.renderingError.reach(page);
    await expect(page).toHaveTitle('This page has stopped working | Briefly');
    expect(await visibilityOf(page.getByRole('banner'))).toBe('visible');
    expect(await visibilityOf(page.getByRole('contentinfo'))).toBe('visible');
    await expect(page.locator('body')).not.toContainText('broken');
    await page.getByRole('button', { name: 'Reload' }).click();
    await liveForm.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    // React logs the error.
    await takeErrors();
  },
);

/** Runs in the page. The next time that a field is empty, its hint cannot be rendered. */
function breakHints(): void {
  const { toLowerCase } = String.prototype;
  Object.assign(String.prototype, {
    toLowerCase(this: string) {
      if (`${this}` === 'Subject') throw new Error('broken');
      return toLowerCase.call(this);
    },
  });
}

journey.for([true, false])(
  'on a phone, a rendering error is in view, with what was written, to be copied; stored: %s',
  async (isStored, { addScript, page, feedback, open, takeErrors }) => {
    const { fill, heading, message, subject, written } = feedback;
    await page.setViewportSize({ width: 375, height: 640 });
    if (!isStored) await addScript(denyStorage);
    await open('daily-harvest');
    await fill(sampleMessage);
    await message.press('End');
    await page.evaluate(breakHints);
    // Without scrolling to the field, as `fill` does.
    await subject.evaluate((field) => {
      (field as HTMLInputElement).value = '';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await heading.filter({ hasText: 'This page has stopped working' }).waitFor();
    for (const part of [heading, page.getByRole('button', { name: 'Reload the page' })]) {
      const { y, bottom } = await boxOf(part);
      expect(y).toBeGreaterThan(0);
      expect(bottom).toBeLessThan(640);
    }
    await expect(message).toHaveValue(sampleMessage.message);
    await expect(message).toHaveAttribute('readonly', '');
    const note = isStored ? 'It is kept in this tab only.' : 'your browser will not keep your text';
    await written.getByText(note).waitFor();
    const contact = page.getByRole('main').getByRole('link', { name: 'Contact Briefly' });
    await expect(contact).toHaveAttribute('href', /\/contact-us$/);
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
