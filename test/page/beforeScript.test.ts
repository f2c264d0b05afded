import { arrivedSubmission } from '../submissions.ts';
import { denyStorage } from './fixtures/denyStorage.ts';
import { expect } from './fixtures/expect.ts';
import { sampleMessage } from './fixtures/feedbackPage.ts';
import { isAskedToStay } from './fixtures/isAskedToStay.ts';
import { journey } from './fixtures/journey.ts';
import { openWithoutScript } from './fixtures/openWithoutScript.ts';
import { visibilityOf } from './fixtures/visibilityOf.ts';

const readSelection = (field: HTMLElement | SVGElement) => {
  const { selectionStart, selectionEnd } = field as HTMLTextAreaElement;
  return [document.activeElement === field, selectionStart, selectionEnd];
};

journey(
  'what is typed before the script runs is counted, stays with the caret, and can be sent',
  async ({ page, feedback }) => {
    const { heading, liveForm, main, subject, message, submit } = feedback;
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/briefs/')) requests.push(request.url());
    });
    const briefId = `daily-harvest.${crypto.randomUUID()}`;
    const release = await openWithoutScript(page, briefId);
    const hint = main.locator('#form-hint');
    await hint.filter({ hasText: 'Write a subject and a message first.' }).waitFor();
    expect(await visibilityOf(hint)).toBe('hidden');
    await subject.pressSequentially('Rye');
    await main.getByText('3 of 100 characters').waitFor();
    await hint.filter({ hasText: 'Write a message first.' }).waitFor();
    expect(await visibilityOf(hint)).toBe('visible');
    await message.fill('I read you');
    await main.getByText('the page is still loading').waitFor();
    await message.press('Control+Home');
    await message.press('Shift+ArrowRight');
    await expect(heading).toHaveText('Feedback for The Daily Harvest');
    await expect(submit).toBeDisabled();

    release();
    await liveForm.waitFor();
    await expect(page).toHaveTitle('Feedback for The Daily Harvest | Briefly');
    // As at the first focus after it.
    await page.locator('head script[src*="enterprise.js"]').waitFor({ state: 'attached' });
    await main.getByText('10 of 500 characters').waitFor();
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 1]);
    await page.keyboard.type('We');
    await expect(main.getByText('the page is still loading')).toHaveCount(0);
    await submit.click();
    const { body } = await arrivedSubmission(briefId);
    expect(body).toMatchObject({ subjectLine: 'Rye', text: 'We read you' });
    expect(requests).toHaveLength(1);
  },
);

journey(
  'without storage the form works, says so, and the browser asks before it leaves the page',
  async ({ addScript, page, feedback: { fill, submit, outcome }, open }) => {
    await addScript(denyStorage);
    await open('daily-harvest');
    const warning = page.getByRole('status').getByText('your browser will not keep your text');
    await fill(sampleMessage);
    await warning.waitFor();
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(true);
    await submit.click();
    await outcome('Sent at').waitFor();
    await expect(warning).toHaveCount(0);
    expect(await page.evaluate(isAskedToStay), 'asks').toBe(false);
  },
);

journey(
  'what is typed before the script runs survives a reload, and a full storage',
  async ({ page, feedback: { fieldValues, fill, message }, takeErrors }) => {
    await openWithoutScript(page);
    await fill(sampleMessage);
    await page.unrouteAll();
    const release = await openWithoutScript(page);
    await message.waitFor();
    expect(await fieldValues()).toEqual(sampleMessage);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await fill({ ...sampleMessage, subject: 'Rye' });
    release();
    await page.getByText('your browser will not keep your text').waitFor();
    expect(await fieldValues()).toEqual({ ...sampleMessage, subject: 'Rye' });
    // The browser logs an error.
    await takeErrors();
  },
);

journey(
  'text, focus, caret and the next keys survive a tool that changes the page before the script',
  async ({ page, feedback: { fieldValues, fill, liveForm, message, subject }, takeErrors }) => {
    const release = await openWithoutScript(page);
    await subject.evaluate((field) => field.replaceWith(field.cloneNode()));
    await fill(sampleMessage);
    await subject.evaluate((field) => field.remove());
    await message.pressSequentially('!');
    await message.press('Control+Home');
    await message.press('Shift+ArrowRight');
    await page.evaluate(() => {
      for (const element of document.querySelectorAll('label, h1, h2, p, a')) {
        const font = document.createElement('font');
        font.replaceChildren(...element.childNodes);
        element.append(font);
      }
      document.querySelector('textarea')?.after(document.createElement('div'));
    });
    const replaced = await message.elementHandle();
    release();
    await liveForm.waitFor();
    expect(await replaced?.evaluate((element) => element.isConnected), 'in the page').toBe(false);
    expect(await message.evaluate(readSelection)).toEqual([true, 0, 1]);
    await page.keyboard.type('We');
    const text = `We${sampleMessage.message.slice(1)}!`;
    expect(await fieldValues()).toEqual({ ...sampleMessage, message: text });
    // React logs an error.
    await takeErrors();
  },
);

journey(
  'a page whose script does not run offers two ways on after 8 s',
  async ({ page, feedback: { subject } }) => {
    await openWithoutScript(page);
    await subject.waitFor();
    const reload = page.getByRole('link', { name: 'Reload the page' });
    const advanceTo = (timeMs: number) =>
      page.evaluate((currentTime) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = currentTime;
        }
      }, timeMs);
    await advanceTo(7000);
    await expect(reload).toBeHidden();
    await advanceTo(8000);
    await expect(reload).toBeVisible();
    await expect(page.getByRole('link', { name: 'contact Briefly' })).toBeVisible();
  },
);
