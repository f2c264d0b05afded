import { expect } from 'vitest';
import { sampleMessage } from '../support/browser/feedbackPage.ts';
import { engineJourney } from '../support/engines/engineJourney.ts';
import { type EnginePage, keys, type Locator } from '../support/engines/enginePage.ts';
import { submissionsTo } from '../support/mock/submissions.ts';
import { startHttpServer } from '../support/startHttpServer.ts';

const headingOf = (fullName: string) =>
  ({ role: 'heading', name: `Feedback for ${fullName}` }) as const;
const heading = headingOf('The Daily Harvest');
const subject = { role: 'textbox', name: 'Subject' } as const;
const message = { role: 'textbox', name: 'Message' } as const;
const submit = { role: 'button', name: 'Submit' } as const;
const tryAgain = { role: 'link', name: 'Try again' } as const;
const thankYou = {
  role: 'button',
  name: 'Close alert: Thank you! Your feedback has been received',
} as const;
const failed = {
  role: 'button',
  name: 'Close alert: Error: getBrief failed with status 500',
} as const;

async function submitSample(page: EnginePage) {
  await page.write(subject, sampleMessage.subject);
  await page.write(message, sampleMessage.message);
  await page.click(submit);
}

async function expectOnce(page: EnginePage, locators: readonly Locator[]) {
  for (const locator of locators) expect(await page.count(locator), locator.name).toBe(1);
}

const readValue = (field: HTMLInputElement) => field.value;
const isDisabled = (button: HTMLInputElement) => button.disabled;
const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

engineJourney(
  'a brief loads, and its name and the subscriber are in the links',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await page.find(heading);
    const unsubscribe = { role: 'link', name: 'I want to unsubscribe' } as const;
    const href = await page.read(unsubscribe, (link) => link.getAttribute('href'));
    expect(href).toMatch(/UnSubscribe\.jsp\?b=daily-harvest&sid=3141592&rc=FEEDBACK$/);
  },
);

engineJourney(
  'Submit is enabled once both fields have text, and the message is delivered with thanks',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    await page.write(subject, sampleMessage.subject);
    expect(await page.read(submit, isDisabled)).toBe(true);
    expect(await page.text()).toMatch(/\b9 of 100 characters/);
    await page.write(message, sampleMessage.message);
    expect(await page.read(submit, isDisabled)).toBe(false);
    await page.click(submit);
    await page.find(thankYou);
    expect(await page.read(subject, readValue)).toBe('');
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
    await submitSample(page);
    await expect.poll(() => page.text()).toMatch(/Not sent\.\s+Press Submit to try again\./);
    expect(await page.read(subject, readValue)).toBe(sampleMessage.subject);
    await page.reload();
    expect(await page.read(subject, readValue)).toBe(sampleMessage.subject);
    expect(await page.read(message, readValue)).toBe(sampleMessage.message);
    expect(await page.text()).toMatch(/Not sent\.\s+Press Submit to try again\./);
  },
);

engineJourney(
  'Back shows what has been written and sent on another page of the tab',
  async ({ page, visit, withSuffix }) => {
    const briefId = withSuffix('daily-harvest');
    await visit(`/3141592/${briefId}/contact`);
    await page.write(subject, 'Draft');
    // As another e-mail's link does.
    await visit(`/3141592/${briefId}/contact?utm=1`);
    expect(await page.read(subject, readValue)).toBe('Draft');
    await page.write(subject, ' of a message');
    await page.back();
    expect(await page.read(subject, readValue)).toBe('Draft of a message');

    await visit(`/3141592/${briefId}/contact?utm=2`);
    await page.write(message, 'Sent from the other page');
    await page.click(submit);
    await expect.poll(() => page.text()).toMatch(/Sent:\s+“Draft of a message”/);
    await page.back();
    expect(await page.read(subject, readValue)).toBe('');
    expect(await page.read(message, readValue)).toBe('');
    expect(await submissionsTo(briefId)).toHaveLength(1);
  },
);

engineJourney(
  'an emoji that does not fit is left out as a whole, with a note',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    await page.write(message, '🥕🥕');
    expect(await page.read(message, readValue)).toBe('🥕🥕');
    await page.write(subject, `${'x'.repeat(99)}🥕`);
    expect(await page.read(subject, readValue)).toBe('x'.repeat(99));
    const note = /^Your text was too long. The last (2 characters were|character was) left out\.$/;
    await expect.poll(() => page.textsOf('status')).toContainEqual(expect.stringMatching(note));
  },
);

engineJourney(
  'the browser asks before it leaves the page while the security check runs',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact?captcha=never');
    await page.write(subject, sampleMessage.subject);
    await page.write(message, sampleMessage.message);
    const isAsked = () =>
      page.read(subject, () => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    expect(await isAsked()).toBe(false);
    await page.click(submit);
    expect(await isAsked()).toBe(true);
    await page.reload();
    expect(await isAsked()).toBe(false);
  },
);

engineJourney(
  'after a failed request the index page offers to try again, until it works',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('flaky-brief')}/contact`);
    await page.find({
      role: 'heading',
      name: 'Error: the page you are looking for does not exist.',
    });
    await expect.poll(() => page.count(failed)).toBe(1);
    await page.click(tryAgain);
    await expect.poll(() => page.count(failed)).toBe(2);
    await page.click(tryAgain);
    await page.find(headingOf('The “flaky-brief” scenario'));
  },
);

engineJourney(
  'the keyboard alone is enough to write and submit a message',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    await page.find(submit);
    await page.press(keys.tab);
    expect(await page.hasFocus({ role: 'link', name: 'Skip to the content' })).toBe(true);
    await page.press(keys.enter);
    // Six links follow in the cards.
    await page.press(keys.tab.repeat(7));
    expect(await page.hasFocus(subject)).toBe(true);
    await page.press(`Subject${keys.tab}Message${keys.tab}`);
    expect(await page.hasFocus(submit)).toBe(true);
    await page.press(keys.enter);
    await page.find(thankYou);
  },
);

engineJourney(
  'a screen reader finds the sections and the form by name, and a warning in it',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact?captcha=blocked`);
    await page.find(subject);
    await expectOnce(page, [
      { role: 'region', name: 'Self-service' },
      { role: 'form', name: 'Contact the editor' },
      { role: 'heading', name: 'Contact the editor' },
      { role: 'region', name: 'Notifications' },
    ]);
    await submitSample(page);
    const warning = /^The security check could not be loaded, so nothing was sent\.\s+Your text is/;
    await expect.poll(() => page.textsOf('alert')).toEqual([expect.stringMatching(warning)]);
  },
);

engineJourney(
  'a screen reader finds the texts of alerts without the names of their buttons',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('missing-submission')}/contact`);
    await submitSample(page);
    const error = 'Error: submitFeedback failed with status 404';
    await expect.poll(() => page.textsOf('alert')).toEqual([error]);
    const statuses = await page.textsOf('status');
    expect(statuses).toContain('Thank you! Your feedback has been received');
    expect(statuses).toContainEqual(
      expect.stringMatching(/^Not sent\.\s+Press Submit to try again\.$/),
    );
    await expectOnce(page, [thankYou, { role: 'button', name: `Close alert: ${error}` }]);
  },
);

engineJourney(
  'a message without a response is kept beside a newer one, by name',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('silent-submission')}/contact`);
    await submitSample(page);
    await page.find(thankYou);
    await page.write(subject, 'Newer');
    await page.reload();
    const quote = `“${sampleMessage.subject}”`;
    await page.find({ role: 'group', name: `Kept text ${quote}` });
    await expectOnce(page, [
      { role: 'button', name: `Restore ${quote}` },
      { role: 'button', name: `Discard ${quote}` },
    ]);
    expect(await page.read(subject, readValue)).toBe('Newer');
  },
);

engineJourney(
  'at 320 px the heading stays where it is when the brief arrives, and no page scrolls sideways',
  async ({ page, visit, withSuffix }) => {
    await page.resize(320, 640);
    await visit(`/3141592/${withSuffix('silent-brief')}/contact`);
    const top = await page.read({ role: 'heading', name: 'Loading...' }, topOf);
    await visit('/3141592/daily-harvest/contact');
    expect(await page.read(heading, topOf)).toBe(top);
    expect(await page.read(heading, overflow)).toBe(0);
    await visit('/');
    expect(await page.read({ role: 'link', name: 'Go to Briefly' }, overflow)).toBe(0);
  },
);

engineJourney(
  'without JavaScript, the page says that it needs it and links to another way to write',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    const url = await page.read(heading, () => location.href);
    // This policy disables scripts in the document.
    const sandbox = await startHttpServer(async (_request, response) => {
      response.setHeader('content-security-policy', 'sandbox');
      response.setHeader('content-type', 'text/html');
      response.end(await (await fetch(url)).text());
    });
    await page.open(sandbox.url);
    await page.find({ role: 'heading', name: 'This page needs JavaScript to send your message.' });
    await page.find({ role: 'link', name: 'Contact Briefly' });
    expect(await page.text()).not.toContain('Loading...');
  },
);

engineJourney(
  'what the console shows as an error fails a journey, violations of the policy included',
  async ({ page, visit }) => {
    await visit('/');
    const link = { role: 'link', name: 'Go to Briefly' } as const;
    await page.read(link, (element) => {
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
      /Content-Security-Policy|securitypolicyviolation/,
    ];
    expect(await page.takeErrors()).toEqual(errors.map((each) => expect.stringMatching(each)));
  },
);
