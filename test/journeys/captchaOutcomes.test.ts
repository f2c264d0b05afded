import { captchaWarnings } from '../../client/failureWords.ts';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';
import { arrivedSubmission, submissionsTo } from '../support/mockJournal.ts';

const refusals = [
  { captcha: 'dismissed', warning: captchaWarnings.dismissed },
  { captcha: 'expired', warning: captchaWarnings.expired },
  { captcha: 'error', warning: captchaWarnings.failed },
  { captcha: 'blocked', warning: captchaWarnings.blocked },
  { captcha: 'never', warning: captchaWarnings.timeout },
];

journey.concurrent.for(refusals)(
  'a captcha whose outcome is $captcha warns, keeps the text, and lets the subscriber try again',
  async ({ captcha, warning }, { page, visit, keep, expect }) => {
    const briefId = keep('slow-submission');
    await page.clock.install();
    await visit(`/3141592/${briefId}/contact?captcha=${captcha}`);
    const { write, written, submit, alert } = feedbackPage(page);
    await write(note);
    await submit.click();
    if (captcha === 'never') await page.clock.runFor(20_000);
    await alert(warning).waitFor();
    expect(await written()).toEqual(note);
    expect(await submit.isEnabled()).toBe(true);
    await expect.poll(() => submit.evaluate((it) => it === document.activeElement)).toBe(true);
    expect(await submissionsTo(briefId)).toEqual([]);
  },
);

journey.concurrent(
  'a challenge that is solved sends the message',
  async ({ page, visit, keep, expect }) => {
    const briefId = keep('slow-submission');
    await visit(`/3141592/${briefId}/contact?captcha=challenge`);
    const { write, submit, thanks } = feedbackPage(page);
    await write(note);
    await submit.click();
    const challenge = page.frameLocator('iframe[title^="recaptcha challenge"]');
    await challenge.getByRole('button', { name: 'I am not a robot' }).click();
    await thanks.waitFor();
    expect(await arrivedSubmission(briefId)).toMatchObject({ body: { text: note.message } });
  },
);

journey.concurrent(
  'a challenge that is closed keeps the text, and the next try can succeed',
  async ({ page, visit, keep, expect }) => {
    const briefId = keep('slow-submission');
    await visit(`/3141592/${briefId}/contact?captcha=challenge`);
    const { write, written, submit, alert, thanks } = feedbackPage(page);
    await write(note);
    await submit.click();
    const challenge = page.frameLocator('iframe[title^="recaptcha challenge"]');
    const solve = challenge.getByRole('button', { name: 'I am not a robot' });
    await solve.press('Escape');
    await alert(captchaWarnings.dismissed).waitFor();
    expect(await written()).toEqual(note);
    await submit.click();
    await solve.click();
    await thanks.waitFor();
  },
);

journey.concurrent(
  'a captcha script that the network refuses can be loaded by a later try',
  async ({ page, visit, expect }) => {
    await page.route('**/enterprise.js*', (route) => route.abort());
    await visit('/3141592/daily-harvest/contact');
    const { write, written, submit, alert, thanks } = feedbackPage(page);
    await write(note);
    await submit.click();
    await alert(captchaWarnings.blocked).waitFor();
    expect(await written()).toEqual(note);
    await page.unroute('**/enterprise.js*');
    await submit.click();
    await thanks.waitFor();
  },
);

journey.concurrent(
  'the captcha script is loaded at the first focus in the form, not with the page',
  async ({ page, visit, expect }) => {
    const scripts: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('enterprise') && scripts.push(request.url()),
    );
    await visit('/3141592/daily-harvest/contact');
    const { subject, submit } = feedbackPage(page);
    await submit.waitFor();
    expect(scripts).toEqual([]);
    await subject.focus();
    await expect.poll(() => scripts).toHaveLength(1);
    expect(scripts[0]).toContain('render=explicit');
  },
);
