import type { Page } from 'playwright-core';
import { outcomes, progressTexts } from '../../client/messages.ts';
import { expect } from './fixtures/expect.ts';
import { feedbackPage, holdRequests, sampleMessage } from './fixtures/feedbackPage.ts';
import { expectFocus } from './fixtures/focus.ts';
import { journey } from './fixtures/journey.ts';
import { rejectLate } from './fixtures/rejectLate.ts';

/** Returns what the element with the focus is called by Chromium to a screen reader, and its text. */
async function describeFocus(page: Page) {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'document.activeElement',
  });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  await session.detach();
  const text = await page.evaluate(() => document.activeElement?.textContent);
  return { name: nodes[0]?.name?.value, text: text?.trim() };
}

/** Presses Enter in Subject, as somebody does who uses the keyboard alone. */
async function submitByKey(page: Page, message = sampleMessage) {
  const { fill, liveForm, subject } = feedbackPage(page);
  await liveForm.waitFor();
  await fill(message);
  await subject.press('Enter');
}

async function deliver(page: Page) {
  await submitByKey(page);
  await feedbackPage(page).receipt.waitFor();
}

interface FocusedState {
  reach(page: Page): Promise<unknown>;
  /** The text of the focused element. */
  text: string | RegExp;
  /** The accessible name of the focused element, unless it is the text. */
  name?: string;
}

const notSent = outcomes.notSent('contact');
const receiptText =
  /^Sent at [\d:]+\s[AP]M“Thank you”To the editors of The Daily Harvest. A reply comes to the address that gets the newsletter.$/;

const focusedStates: Record<string, FocusedState> = {
  'the message is being sent': {
    async reach(page) {
      await holdRequests(page, '**/form-submit');
      await submitByKey(page);
    },
    text: progressTexts.sending,
    // It is in a live region.
    name: '',
  },
  'the message was sent': { reach: deliver, text: receiptText },
  'a second message is being checked, and the first has a receipt': {
    async reach(page) {
      await deliver(page);
      await page.route('**/enterprise.js*', () => {});
      await page.reload();
      await submitByKey(page, { subject: 'Second', message: 'message' });
    },
    text: progressTexts.checking,
  },
  'a receipt with the focus is replaced by that of the next message': {
    async reach(page) {
      await deliver(page);
      const release = await holdRequests(page, '**/form-submit');
      await submitByKey(page, sampleMessage);
      await page.getByRole('button', { name: 'Sent at' }).focus();
      release();
    },
    text: receiptText,
  },
  'a message was not sent after another was sent': {
    async reach(page) {
      await deliver(page);
      await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
      await submitByKey(page, { subject: 'Second', message: 'message' });
    },
    text: `${notSent.title}${notSent.text} Contact Briefly`,
  },
  'the receipt was dismissed': {
    async reach(page) {
      await deliver(page);
      await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
    },
    text: '',
  },
};

const withoutSpaces = (text = '') => text.replaceAll(/\s/g, '');

journey.for(Object.entries(focusedStates).map(([state, row]) => ({ state, ...row })))(
  'when $state, the focused element says that alone',
  async ({ reach, text, name }, { page, open }) => {
    await open('daily-harvest');
    await reach(page);
    const expected = typeof text === 'string' ? text : expect.stringMatching(text);
    await expect.poll(async () => (await describeFocus(page)).text).toEqual(expected);
    const focused = await describeFocus(page);
    expect(withoutSpaces(focused.name)).toBe(withoutSpaces(name ?? focused.text));
  },
);

/** Presses Tab from an element to the end of the form. Returns the names of the stops, and where they are on the page. */
async function walkForm(page: Page) {
  const stops: { name: string; x: number; y: number }[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement: element } = document;
      const { x, y } = element?.getBoundingClientRect() ?? { x: 0, y: 0 };
      return { isInForm: element?.closest('form') !== null, x, y: y + window.scrollY };
    });
    if (!stop.isInForm) return stops;

    const { name } = await describeFocus(page);
    stops.push({ name: String(name), x: stop.x, y: stop.y });
  }
}

journey(
  'Shift+Tab goes from an outcome to Submit, and Tab down the form in each column at every width',
  async ({ page, feedback: { outcome, submit }, open }) => {
    await open('daily-harvest');
    await deliver(page);
    await rejectLate(page, ['First']);
    await page.route('**/form-submit', (route) => route.fulfill({ status: 404 }));
    await submit.click();
    await expectFocus(outcome('Not sent'));
    await page.keyboard.press('Shift+Tab');
    await expectFocus(submit);
    for (const width of [375, 992, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('link', { name: 'Privacy Policy' }).focus();
      const stops = await walkForm(page);
      expect(stops.map(({ name }) => name)).toEqual([
        'Restore “First”',
        'Discard “First”',
        'Subject',
        'Message',
        'Submit',
        'Contact Briefly',
        ...(width < 992 ? ['Another message was not sent.'] : []),
        expect.stringMatching(/^Sent at/),
        'Dismiss the receipt',
      ]);
      const fieldsX = stops[2]?.x ?? 0;
      for (const column of [
        stops.filter(({ x }) => width < 992 || x < fieldsX),
        stops.filter(({ x }) => width >= 992 && x >= fieldsX),
      ]) {
        const tops = column.map(({ y }) => Math.round(y));
        expect(tops, `tops at ${width} px`).toEqual(tops.toSorted((a, b) => a - b));
      }
    }
  },
);
