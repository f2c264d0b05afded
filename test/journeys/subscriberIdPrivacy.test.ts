import { expect } from 'vitest';
import { feedbackPage, sampleMessage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';
import { captureLog } from '../support/host/captureLog.ts';
import { startTestStack } from '../support/startTestStack.ts';

journey(
  'a subscriber id appears in no log line and in no request to another site',
  async ({ page }) => {
    const subscriberId = `subscriber-${crypto.randomUUID()}`;
    const { log, text, requests } = captureLog('trace');
    const stack = await startTestStack({ PROXY_TIMEOUT_MS: '1000' }, { services: { log } });
    const urlOf = (path: string) =>
      `${stack.host.url}/app/subscriber-feedback/${subscriberId}${path}`;
    const { fill, submit, thankYou } = feedbackPage(page);
    const notFound = page.getByRole('heading', { name: /does not exist/ });

    for (const brief of ['missing-brief', 'login-page-brief', 'reset-brief', 'silent-brief']) {
      await page.goto(urlOf(`/${brief}/contact`));
      await notFound.waitFor();
    }
    for (const path of ['/%E0%A4%A/contact', '/..%252F..%252Fx/contact', '/nowhere', '/a/b/c/d']) {
      await fetch(urlOf(path));
    }
    for (const brief of ['broken-submission', 'reset-submission', 'daily-harvest']) {
      await page.goto(urlOf(`/${brief}/contact`));
      await fill(sampleMessage);
      const settled = Promise.any([
        page.waitForEvent('requestfinished', isSubmission),
        page.waitForEvent('requestfailed', isSubmission),
      ]).catch(() => {});
      await submit.click();
      await thankYou.waitFor();
      await settled;
    }

    const requestsToOtherSites: Record<string, string>[] = [];
    await page.route(/^https:/, async (route) => {
      requestsToOtherSites.push(await route.request().allHeaders());
      await route.fulfill({ body: 'another site' });
    });
    await page.getByRole('link', { name: 'About us' }).click();
    await page.waitForURL('https://www.example.com/about-us');

    expect(requests().length).toBeGreaterThan(20);
    expect(text.join('')).not.toContain(subscriberId);
    expect(requestsToOtherSites).toHaveLength(1);
    expect(JSON.stringify(requestsToOtherSites)).not.toContain(subscriberId);
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
