import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { captchaFailures } from '../../client/messages.ts';
import { addStyle, textSpacing } from '../support/browser/addStyle.ts';
import { boxOf } from '../support/browser/boxOf.ts';
import { denyStorage } from '../support/browser/denyStorage.ts';
import { feedbackPage, sampleMessage, sent } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { setTextSize } from '../support/browser/setTextSize.ts';

const widths = [320, 375, 768, 992, 1280];

/** A state of the form, and how it is reached from an empty form. */
interface Reached {
  name: string;
  briefId?: string;
  query?: string;
  reach(page: Page): Promise<unknown>;
}

const after = (outcome: string | RegExp) => async (page: Page) => {
  const feedback = feedbackPage(page);
  await feedback.send();
  await feedback.outcome(outcome).waitFor();
};

const failedCaptcha = (captcha: string, { reason }: { reason: string }): Reached => ({
  name: `the captcha outcome ${captcha}`,
  query: `?captcha=${captcha}`,
  reach: after(reason),
});

const reachedStates: readonly Reached[] = [
  { name: 'a message that was sent', reach: after(sent(sampleMessage.subject)) },
  {
    name: 'an open receipt',
    async reach(page) {
      await after(sent(sampleMessage.subject))(page);
      await page.getByText('Show my message').click();
    },
  },
  { name: 'a message that was not sent', briefId: 'missing-submission', reach: after('Not sent') },
  {
    name: 'a message that is not confirmed',
    briefId: 'used-captcha-submission',
    reach: after('Not confirmed'),
  },
  failedCaptcha('dismissed', captchaFailures.dismissed),
  failedCaptcha('expired', captchaFailures.expired),
  failedCaptcha('blocked', captchaFailures.blocked),
  failedCaptcha('error', captchaFailures.failed),
  {
    name: 'full fields',
    async reach(page) {
      const { fill } = feedbackPage(page);
      await fill({ subject: 'x'.repeat(100), message: 'y '.repeat(250) });
      await page.getByText('The field is full').last().waitFor();
    },
  },
  {
    name: 'a paste that was cut',
    async reach(page) {
      await page.getByRole('textbox', { name: 'Message' }).focus();
      await page.keyboard.insertText('wide '.repeat(400));
      await page.getByText('Its last 1,500 characters were left out.').waitFor();
    },
  },
];

/** Where the fields and Submit are in the document, by the width of the window. */
async function placesOf(page: Page) {
  const places: Record<number, unknown> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // In one task, because the window may still scroll after its width has changed.
    places[width] = await page
      .locator('.field .form-control, form .btn-primary')
      .evaluateAll((all) =>
        all.map((element) => {
          const { x, y, width } = element.getBoundingClientRect();
          return { x, y: y + window.scrollY, width };
        }),
      );
  }
  return places;
}

journey.for(reachedStates)(
  '$name and the next key move neither the fields nor Submit',
  async ({ briefId = 'daily-harvest', query, reach }, { page, feedback, open }) => {
    await open(briefId, query);
    await feedback.liveForm.waitFor();
    const atRest = await placesOf(page);
    await reach(page);
    expect(await placesOf(page)).toEqual(atRest);
    await feedback.subject.press('End');
    await page.keyboard.type('x');
    expect(await placesOf(page)).toEqual(atRest);
  },
);

journey(
  'what is said without storage moves neither the fields nor Submit',
  async ({ addScript, page, feedback, open }) => {
    await addScript(denyStorage);
    await open('daily-harvest');
    await feedback.liveForm.waitFor();
    const atRest = await placesOf(page);
    await feedback.subject.press('x');
    await page.getByText('your browser does not keep your text').waitFor();
    expect(await placesOf(page)).toEqual(atRest);
  },
);

journey(
  'with spacing of letters, words and lines, the note of a full Message does not cover Subject',
  async ({ page, feedback, open }) => {
    await open('daily-harvest');
    await feedback.message.fill('y '.repeat(250));
    await addStyle(page, textSpacing);
    const note = page.getByText('The field is full');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const { bottom } = await boxOf(feedback.subject);
      expect((await boxOf(note)).y, `at ${width} px`).toBeGreaterThanOrEqual(bottom);
    }
  },
);

journey(
  'at 320 px with text of 200 %, the note of a full field stands in the place of the count',
  async ({ page, feedback: { subject }, open }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open('daily-harvest');
    await setTextSize(page, 32);
    const topBelow = async (text: string) =>
      (await boxOf(page.getByText(text))).y -
      (await boxOf(page.locator('[for=field-subject]'))).bottom;
    const atRest = await topBelow('0 of 100 characters');
    await subject.fill('x'.repeat(100));
    expect(await topBelow('The field is full')).toBe(atRest);
    await setTextSize(page, 16);
  },
);

/** Where the form, what it says of the last message and Submit are in a window of a width. */
async function boxesAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  // In one task, because the window may still scroll after its width has changed.
  return feedbackPage(page).form.evaluate((form) => {
    const boxOf = (selector: string): DOMRect => {
      const element = form.querySelector(selector);
      if (!element) throw new Error(`${selector} is not in the form`);
      return element.getBoundingClientRect();
    };
    return {
      form: form.getBoundingClientRect(),
      block: boxOf('.outcome, .receipt'),
      submit: boxOf('.btn-primary'),
    };
  });
}

journey.for(reachedStates.slice(0, 4))(
  '$name: what is said stands left of Submit, on its lower edge, from 992 px, below it on a phone',
  async ({ briefId = 'daily-harvest', query, reach }, { page, feedback, open }) => {
    await open(briefId, query);
    await feedback.liveForm.waitFor();
    await reach(page);
    for (const width of [992, 1280]) {
      const { block, submit } = await boxesAt(page, width);
      const { right, bottom } = block;
      expect({ isLeft: right < submit.x, bottom }).toEqual({ isLeft: true, bottom: submit.bottom });
    }
    const sheet = await boxesAt(page, 768);
    const padding = sheet.form.bottom - sheet.block.bottom;
    expect(padding, 'below the block on the sheet').toBeLessThanOrEqual(36);
    const phone = await boxesAt(page, 375);
    expect(phone.block.y).toBe(phone.submit.bottom + 12);
  },
);
