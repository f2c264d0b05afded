import type { Page } from 'playwright-core';
import { captchaFailures } from '../../client/messages.ts';
import { addStyle, textSpacing } from './fixtures/addStyle.ts';
import { boxOf } from './fixtures/boxOf.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { feedbackPage, sampleMessage, sent } from './fixtures/feedbackPage.ts';
import { journey } from './fixtures/journey.ts';
import { setTextSize } from './fixtures/setTextSize.ts';

const widths = [320, 375, 768, 992, 1280];

/** Reaches a state of the form from an empty form. */
type Reach = (page: Page) => Promise<unknown>;

/** Sends a message, to which the response has a status unless it is the usual one, until the page says an outcome. */
async function reachOutcome(page: Page, outcome: string | RegExp, status?: number) {
  if (status) await page.route('**/form-submit', (route) => route.fulfill({ status, json: {} }));
  const feedback = feedbackPage(page);
  await feedback.send();
  await feedback.outcome(outcome).waitFor();
}

const outcomes: Record<string, Reach> = {
  'a message that was sent': (page) => reachOutcome(page, sent(sampleMessage.subject)),
  async 'an open receipt'(page) {
    await reachOutcome(page, sent(sampleMessage.subject));
    await page.getByText('Show my message').click();
  },
  'a message that was not sent': (page) => reachOutcome(page, 'Not sent', 404),
  'a message that is not confirmed': (page) => reachOutcome(page, 'Not confirmed', 409),
  async 'a security check that was blocked'(page) {
    await page.route('**/enterprise.js*', (route) => route.abort());
    await reachOutcome(page, captchaFailures.blocked.reason);
  },
};

const notes: Record<string, Reach> = {
  async 'the note of full fields'(page) {
    const { fill } = feedbackPage(page);
    await fill({ subject: 'x'.repeat(100), message: 'y '.repeat(250) });
    await page.getByText('The field is full').last().waitFor();
  },
  async 'the note of a paste that was cut'(page) {
    await feedbackPage(page).message.focus();
    await page.keyboard.insertText('wide '.repeat(400));
    await page.getByText('Its last 1,500 characters were left out.').waitFor();
  },
  async 'the note of a browser without storage'(page) {
    await feedbackPage(page).subject.press('x');
    await page.evaluate(denyStorage);
    await feedbackPage(page).subject.press('x');
    await page.getByText('your browser will not keep your text').waitFor();
  },
};

/** Returns the positions of the parts of the form in the document, at a width of the window. */
async function layoutAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 });
  // In one task, because the window may still scroll after its width has changed.
  const layout = await feedbackPage(page).form.evaluate((form) => {
    const boxesOf = (selector: string) =>
      [...form.querySelectorAll(selector)].map((element) => {
        const { x, y, width, right, bottom } = element.getBoundingClientRect();
        return { x, y: y + window.scrollY, width, right, bottom: bottom + window.scrollY };
      });
    const [submit] = boxesOf('.btn-primary');
    if (!submit) throw new Error('Submit is not in the form');
    return {
      fieldsAndSubmit: boxesOf('.field .form-control, .btn-primary'),
      submit,
      outcome: boxesOf('.outcome, .receipt')[0] ?? submit,
    };
  });
  return { width, ...layout };
}

async function layoutsOf(page: Page) {
  const layouts: Layout[] = [];
  for (const width of widths) layouts.push(await layoutAt(page, width));
  return layouts;
}

type Layout = Awaited<ReturnType<typeof layoutAt>>;

const placesIn = ({ width, fieldsAndSubmit }: Layout) => ({ width, fieldsAndSubmit });

/** Checks that what is said stands left of Submit, on its lower edge; in one column, below it. */
function expectBesideSubmit({ width, submit, outcome }: Layout): void {
  const at = `at ${width} px`;
  if (width >= 992) {
    expect(outcome.right, `left of Submit ${at}`).toBeLessThan(submit.x);
    expect(outcome.bottom, `on the lower edge of Submit ${at}`).toBe(submit.bottom);
  } else {
    expect(outcome.y, `12 px below Submit ${at}`).toBe(submit.bottom + 12);
  }
}

/** The layouts of the empty form, which are the same for all tests. */
let empty: Layout[] | undefined;

/** Checks that reaching a state and the next key move neither the fields nor Submit. */
async function expectStill(page: Page, reach: Reach) {
  const { liveForm, subject } = feedbackPage(page);
  await liveForm.waitFor();
  empty ??= await layoutsOf(page);
  const atRest = empty.map(placesIn);
  await reach(page);
  const reached = await layoutsOf(page);
  expect(reached.map(placesIn)).toEqual(atRest);
  await subject.press('End');
  await page.keyboard.type('x');
  expect([await layoutAt(page, 1280)].map(placesIn), 'after the next key').toEqual(
    atRest.slice(-1),
  );
  return reached;
}

journey.for(Object.entries(outcomes))(
  '%s stands left of Submit, in one column below it, and moves no field; nor does the next key',
  async ([, reach], { page, open }) => {
    await open('daily-harvest');
    for (const layout of await expectStill(page, reach)) expectBesideSubmit(layout);
  },
);

journey.for(Object.entries(notes))(
  '%s and the next key move neither the fields nor Submit',
  async ([, reach], { page, open }) => {
    await open('daily-harvest');
    await expectStill(page, reach);
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
      // Read at once, because the page may scroll after the change of its size.
      const distance = await note.evaluate((it) => {
        const bottom = document.querySelector('#field-subject')?.getBoundingClientRect().bottom;
        return it.getBoundingClientRect().top - Number(bottom);
      });
      expect(distance, `at ${width} px`).toBeGreaterThanOrEqual(0);
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
