import { expect, onTestFinished } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { isolatedJourney, journey } from '../support/browser/journey.ts';

journey(
  'the submission is a keepalive request, which outlives its page',
  async ({ page, visit, withSuffix }) => {
    const script = await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        const isSubmission = input instanceof Request && input.url.endsWith('/form-submit');
        if (isSubmission) document.documentElement.dataset.keepalive = String(input.keepalive);
        return fetch(input, init);
      };
    });
    onTestFinished(() => script.dispose());
    await visit(`/3141592/${withSuffix('slow-submission')}/contact`);
    const { fill, submit, thankYou } = feedbackPage(page);
    await fill(sampleMessage);
    await submit.click();
    await thankYou.waitFor();
    expect(await page.locator('html').getAttribute('data-keepalive')).toBe('true');
  },
);

isolatedJourney(
  'the browser asks before it closes the page while the security check runs, and only then',
  async ({ page, visit }) => {
    const questions: string[] = [];
    page.on('dialog', async (dialog) => {
      questions.push(dialog.type());
      await dialog.accept();
    });
    await visit('/3141592/daily-harvest/contact?captcha=challenge');
    const { fill, submit, outcome, progress } = feedbackPage(page);
    await fill(sampleMessage);
    await page.reload();
    await submit.click();
    await progress('Running the security check...').waitFor();
    await page.reload();
    expect(questions).toEqual(['beforeunload']);
    await submit.click();
    const challenge = page.frameLocator('iframe[title^="recaptcha challenge"]');
    await challenge.getByRole('button', { name: 'I am not a robot' }).press('Escape');
    await outcome('nothing was sent').waitFor();
    await page.reload();
    expect(questions).toHaveLength(1);
  },
);
