import { expect } from 'vitest';
import { sampleMessage } from '../support/browser/feedbackPage.ts';
import { keys } from '../support/firefox/FirefoxPage.ts';
import { firefoxJourney } from '../support/firefox/firefoxJourney.ts';
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

const readValue = (field: HTMLInputElement) => field.value;
const isDisabled = (button: HTMLInputElement) => button.disabled;
const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

firefoxJourney(
  'Firefox: a brief loads, and its name and the subscriber are in the links',
  async ({ page, visit }) => {
    await visit('/3141592/daily-harvest/contact');
    await page.find(heading);
    const unsubscribe = { role: 'link', name: 'I want to unsubscribe' } as const;
    const href = await page.read(unsubscribe, (link) => link.getAttribute('href'));
    expect(href).toMatch(/UnSubscribe\.jsp\?b=daily-harvest&sid=3141592&rc=FEEDBACK$/);
  },
);

firefoxJourney(
  'Firefox: Submit is enabled once both fields have text, and the message is delivered with thanks',
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

firefoxJourney(
  'Firefox: a message that was not sent is back in the form, also after a reload',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('broken-submission')}/contact`);
    await page.write(subject, sampleMessage.subject);
    await page.write(message, sampleMessage.message);
    await page.click(submit);
    await expect.poll(() => page.text()).toMatch(/Not sent\.\s+Press Submit to try again\./);
    expect(await page.read(subject, readValue)).toBe(sampleMessage.subject);
    await page.reload();
    expect(await page.read(subject, readValue)).toBe(sampleMessage.subject);
    expect(await page.read(message, readValue)).toBe(sampleMessage.message);
    expect(await page.text()).toMatch(/Not sent\.\s+Press Submit to try again\./);
  },
);

firefoxJourney(
  'Firefox: Back shows what has been written and sent on another page of the tab',
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

firefoxJourney(
  'Firefox: an emoji that does not fit is left out as a whole, with a note',
  async ({ page, visit, withSuffix }) => {
    await visit(`/3141592/${withSuffix('daily-harvest')}/contact`);
    await page.write(message, '🥕🥕');
    expect(await page.read(message, readValue)).toBe('🥕🥕');
    await page.write(subject, `${'x'.repeat(99)}🥕`);
    expect(await page.read(subject, readValue)).toBe('x'.repeat(99));
    await expect.poll(() => page.text()).toContain('The last character was left out.');
  },
);

firefoxJourney(
  'Firefox: the browser asks before it leaves the page while the security check runs',
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

firefoxJourney(
  'Firefox: after a failed request the index page offers to try again, until it works',
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

firefoxJourney(
  'Firefox: the keyboard alone is enough to write and submit a message',
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

firefoxJourney(
  'Firefox: at 320 px nothing moves while the brief loads, and the page does not scroll sideways',
  async ({ page, visit }) => {
    await page.resize(320, 640);
    const release = await page.hold('/rest/subscriber-feedback/briefs/daily-harvest');
    await visit('/3141592/daily-harvest/contact');
    const top = await page.read({ role: 'heading', name: 'Loading...' }, topOf);
    await release();
    expect(await page.read(heading, topOf)).toBe(top);
    expect(await page.read(heading, overflow)).toBe(0);
    await visit('/');
    expect(await page.read({ role: 'link', name: 'Go to Briefly' }, overflow)).toBe(0);
  },
);

firefoxJourney(
  'Firefox: without JavaScript, the page says that it needs it and links to another way to write',
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

firefoxJourney(
  'Firefox: what the console shows as an error fails a journey, violations of the policy included',
  async ({ firefox, page, visit }) => {
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
    const violation = expect.stringMatching('Content-Security-Policy');
    expect(await firefox.takeErrors()).toEqual(['logged', 'Error: thrown', violation]);
  },
);
