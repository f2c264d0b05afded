import { expect } from 'vitest';
import { sampleMessage } from '../support/browser/feedbackPage.ts';
import { isFocused } from '../support/browser/focus.ts';
import { engineJourney } from '../support/engines/engineJourney.ts';
import type { EngineLocator, EnginePage } from '../support/engines/enginePage.ts';
import { submissionsTo } from '../support/mock/submissions.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

const failed = 'Close alert: Error: getBrief failed with status 500';

const elements = (page: EnginePage) => ({
  heading: page.getByRole('heading', { name: 'Feedback for The Daily Harvest' }),
  subject: page.getByRole('textbox', { name: 'Subject' }),
  message: page.getByRole('textbox', { name: 'Message' }),
  submit: page.getByRole('button', { name: 'Submit', exact: true }),
  tryAgain: page.getByRole('link', { name: 'Try again' }),
  thankYou: page.getByRole('button', {
    name: 'Close alert: Thank you! Your feedback has been received',
  }),
  /** The text of the page as it is shown. */
  text: () => page.evaluate(() => document.body.innerText),
});

async function submitSample(page: EnginePage) {
  const { subject, message, submit } = elements(page);
  await subject.pressSequentially(sampleMessage.subject);
  await message.pressSequentially(sampleMessage.message);
  await submit.click();
}

/** The texts of the elements with a role that have one. */
async function textsOf(page: EnginePage, role: 'alert' | 'status') {
  const texts = await page.getByRole(role).allInnerTexts();
  return texts.map((text) => text.trim()).filter(Boolean);
}

async function expectOnce(locators: readonly EngineLocator[]) {
  expect(await Promise.all(locators.map((locator) => locator.count()))).toEqual(
    locators.map(() => 1),
  );
}

const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

engineJourney(
  'a brief loads, and its name and the subscriber are in the links',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await elements(page).heading.waitFor();
    const unsubscribe = page.getByRole('link', { name: 'I want to unsubscribe' });
    const href = await unsubscribe.evaluate((link) => link.getAttribute('href'));
    expect(href).toMatch(/UnSubscribe\.jsp\?b=daily-harvest&sid=3141592&rc=FEEDBACK$/);
  },
);

engineJourney(
  'Submit is enabled once both fields have text, and the message is delivered with thanks',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { subject, message, submit, thankYou, text } = elements(page);
    await subject.pressSequentially(sampleMessage.subject);
    expect(await submit.isDisabled()).toBe(true);
    expect(await text()).toMatch(/\b9 of 100 characters/);
    await message.pressSequentially(sampleMessage.message);
    expect(await submit.isDisabled()).toBe(false);
    await submit.click();
    await thankYou.waitFor();
    expect(await subject.inputValue()).toBe('');
    await expect.poll(() => submissionsTo(briefId)).toHaveLength(1);
    const [submission] = await submissionsTo(briefId);
    expect(submission?.violations).toEqual([]);
    expect(submission?.body).toMatchObject({
      subjectLine: sampleMessage.subject,
      text: sampleMessage.message,
    });
  },
);

engineJourney(
  'a message that was not sent is back in the form, also after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    const { subject, message, text } = elements(page);
    await submitSample(page);
    await expect.poll(text).toMatch(/Not sent\s+Your text is still here\./);
    expect(await subject.inputValue()).toBe(sampleMessage.subject);
    await page.reload();
    expect(await subject.inputValue()).toBe(sampleMessage.subject);
    expect(await message.inputValue()).toBe(sampleMessage.message);
    await expect.poll(text).toMatch(/Not sent\s+Your text is still here\./);
  },
);

engineJourney(
  'Back shows what has been written and sent on another page of the tab',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    const { subject, message, submit, text } = elements(page);
    await subject.pressSequentially('Draft');
    // As another e-mail's link does.
    await visit(`/3141592/${briefId}/contact?utm=1`);
    expect(await subject.inputValue()).toBe('Draft');
    await message.pressSequentially('from the second page');
    await page.goBack();
    await expect.poll(() => message.inputValue()).toBe('from the second page');

    await visit(`/3141592/${briefId}/contact?utm=2`);
    await submit.click();
    await expect.poll(text).toMatch(/Sent at \d\d:\d\d\s+“Draft”/);
    await page.goBack();
    await expect.poll(() => subject.inputValue()).toBe('');
    expect(await message.inputValue()).toBe('');
    expect(await submissionsTo(briefId)).toHaveLength(1);
  },
);

engineJourney(
  'an emoji that does not fit is left out as a whole',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { subject, message } = elements(page);
    await message.pressSequentially('🥕🥕');
    expect(await message.inputValue()).toBe('🥕🥕');
    await subject.pressSequentially(`${'x'.repeat(99)}🥕`);
    expect(await subject.inputValue()).toBe('x'.repeat(99));
  },
);

engineJourney(
  'the browser asks before it leaves the page while the security check runs',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    const { subject, submit } = elements(page);
    const isAsked = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await subject.waitFor();
    expect(await isAsked()).toBe(false);
    await submitSample(page);
    expect(await isAsked()).toBe(true);
    await page.reload();
    await submit.waitFor();
    expect(await isAsked()).toBe(false);
  },
);

engineJourney(
  'after a failed request the index page offers to try again, until it works',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('flaky-brief')}/contact`);
    const headingOf = (name: string) => page.getByRole('heading', { name });
    const { tryAgain } = elements(page);
    const alert = page.getByRole('button', { name: failed });
    await headingOf('Error: the page you are looking for does not exist.').waitFor();
    await expect.poll(() => alert.count()).toBe(1);
    await tryAgain.click();
    await expect.poll(() => alert.count()).toBe(2);
    await tryAgain.click();
    await headingOf('Feedback for The “flaky-brief” scenario').waitFor();
  },
);

engineJourney(
  'the keyboard alone is enough to write and submit a message',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    const { subject, submit, thankYou } = elements(page);
    await submit.waitFor();
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Skip to the content' }))).toBe(true);
    await page.keyboard.press('Enter');
    // Six links precede it in the cards.
    for (let link = 0; link <= 6; link += 1) await page.keyboard.press('Tab');
    expect(await isFocused(subject)).toBe(true);
    await page.keyboard.type('Subject');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Message');
    await page.keyboard.press('Tab');
    expect(await isFocused(submit)).toBe(true);
    await page.keyboard.press('Enter');
    await thankYou.waitFor();
  },
);

engineJourney(
  'a screen reader finds the sections and the form by name, and a warning in it',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact?captcha=blocked`);
    await elements(page).subject.waitFor();
    await expectOnce([
      page.getByRole('region', { name: 'Self-service' }),
      page.getByRole('form', { name: 'Contact the editor' }),
      page.getByRole('heading', { name: 'Contact the editor' }),
      page.getByRole('region', { name: 'Notifications' }),
    ]);
    await submitSample(page);
    const warning = /^The security check could not be loaded, so nothing was sent\.\s+Your text is/;
    await expect.poll(() => textsOf(page, 'alert')).toEqual([expect.stringMatching(warning)]);
  },
);

engineJourney(
  'a screen reader finds the texts of alerts without the names of their buttons',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    await submitSample(page);
    const error = 'Error: submitFeedback failed with status 404';
    await expect.poll(() => textsOf(page, 'alert')).toEqual([error]);
    const statuses = await textsOf(page, 'status');
    expect(statuses).toContain('Thank you! Your feedback has been received');
    expect(statuses).toContainEqual(expect.stringMatching(/^Not sent\s+Your text is still here\./));
    await expectOnce([
      elements(page).thankYou,
      page.getByRole('button', { name: `Close alert: ${error}` }),
    ]);
  },
);

engineJourney(
  'a message without a response is kept beside a newer one, by name',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('silent-submission')}/contact`);
    const { subject, thankYou } = elements(page);
    await submitSample(page);
    await thankYou.waitFor();
    await subject.pressSequentially('Newer');
    await page.reload();
    const quote = `“${sampleMessage.subject}”`;
    await page.getByRole('group', { name: `Kept text ${quote}` }).waitFor();
    await expectOnce([
      page.getByRole('button', { name: `Restore ${quote}` }),
      page.getByRole('button', { name: `Discard ${quote}` }),
    ]);
    expect(await subject.inputValue()).toBe('Newer');
  },
);

engineJourney(
  'at 320 px the heading stays where it is when the brief arrives, and no page scrolls sideways',
  async ({ page, visit, withSuffix }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await visit(`/3141592/${withSuffix('silent-brief')}/contact`);
    const top = await page.getByRole('heading', { name: 'Loading...' }).evaluate(topOf);
    await visit('/3141592/daily-harvest/contact');
    const { heading } = elements(page);
    expect(await heading.evaluate(topOf)).toBe(top);
    expect(await page.evaluate(overflow)).toBe(0);
    await visit('/');
    await page.getByRole('link', { name: 'Go to Briefly' }).waitFor();
    expect(await page.evaluate(overflow)).toBe(0);
  },
);

engineJourney(
  'the icon of the logo is in the middle of the capitals of its name',
  async ({ page, visit }) => {
    await visit('/');
    const logo = page.getByRole('link', { name: 'Briefly', exact: true });
    const offset = await logo.evaluate((link) => {
      const [icon, name] = link.children as unknown as [Element, Element];
      const { top, bottom } = icon.getBoundingClientRect();
      const baseline = name.appendChild(document.createElement('i'));
      baseline.style.display = 'inline-block';
      const context = Object.assign(document.createElement('canvas').getContext('2d') ?? {}, {
        font: getComputedStyle(name).font,
      }) as CanvasRenderingContext2D;
      const { actualBoundingBoxAscent } = context.measureText('B');
      return (
        baseline.getBoundingClientRect().bottom - actualBoundingBoxAscent / 2 - (top + bottom) / 2
      );
    });
    expect(Math.abs(offset)).toBeLessThan(1);
  },
);

engineJourney(
  'without JavaScript, the page says that it needs it and links to another way to write',
  async ({ page, visit, takeErrors }) => {
    await visit('/3141592/daily-harvest/contact');
    const url = await page.evaluate(() => location.href);
    // This policy disables scripts in the document.
    const sandbox = await startHttpServer(async (_request, response) => {
      response.setHeader('content-security-policy', 'sandbox');
      response.setHeader('content-type', 'text/html');
      response.end(await (await fetch(url)).text());
    });
    await page.goto(sandbox.url);
    const reason = 'This page needs JavaScript to send your message.';
    await page.getByRole('heading', { name: reason }).waitFor();
    await page.getByRole('link', { name: 'Contact Briefly' }).waitFor();
    expect(await elements(page).text()).not.toContain('Loading...');
    // Chromium reports the blocked script.
    await takeErrors();
  },
);

engineJourney(
  'what the console shows as an error fails a journey, violations of the policy included',
  async ({ page, visit, takeErrors }) => {
    await visit('/');
    const link = page.getByRole('link', { name: 'Go to Briefly' });
    await link.evaluate((element) => {
      console.error('logged');
      element.addEventListener('custom', () => {
        throw new Error('thrown');
      });
      element.dispatchEvent(new Event('custom'));
      element.append(Object.assign(document.createElement('style'), { textContent: 'a {}' }));
    });
    const errors = [
      /^logged$/,
      /Error: thrown$|^thrown$/,
      /Content.Security.Policy|securitypolicyviolation/,
    ];
    expect(await takeErrors()).toEqual(errors.map((each) => expect.stringMatching(each)));
  },
);
