import { expect } from 'vitest';
import { feedbackPage, note } from '../support/feedbackPage.ts';
import { journey } from '../support/journey.ts';
import { runScripts, type ScriptTest } from '../support/scriptTest.ts';

const withScripts = journey.extend<Pick<ScriptTest, 'run'>>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  run: ({}, use) => runScripts(use),
});

withScripts(
  "a subscriber's id occurs in no log line and in no Referer sent elsewhere",
  {
    timeout: 60_000,
  },
  async ({ page, run }) => {
    const subscriberId = `canary-${crypto.randomUUID()}`;
    const { printed, output } = run('scripts/start.ts', {
      ...{ HOST: '127.0.0.1', PORT: '0', MOCK_PORT: '0' },
      ...{ LOG_LEVEL: 'trace', PROXY_TIMEOUT_MS: '1000' },
    });
    const [, host = ''] = await printed(/Feedback page\s+(http:\/\/[^/]+)/);
    const visit = (path: string) =>
      page.goto(`${host}/app/subscriber-feedback/${subscriberId}${path}`);
    const { write, submit, thanks, helpLinks } = feedbackPage(page);

    for (const brief of ['missing-brief', 'login-page-brief', 'reset-brief', 'silent-brief']) {
      await visit(`/${brief}/contact`);
      await page.getByRole('link', { name: 'Try again' }).waitFor();
    }
    for (const address of [
      '/%E0%A4%A/contact',
      '/..%252F..%252Fx/contact',
      '/nowhere',
      '/a/b/c/d',
    ]) {
      await visit(address);
    }
    for (const brief of ['daily-harvest', 'broken-submission', 'reset-submission']) {
      await visit(`/${brief}/contact`);
      await write(note);
      const settled = Promise.any([
        page.waitForEvent('requestfinished', isSubmission),
        page.waitForEvent('requestfailed', isSubmission),
      ]).catch(() => {});
      await submit.click();
      await thanks.waitFor();
      await settled;
    }

    const elsewhere: Record<string, string>[] = [];
    await page.route(/^https:/, async (route) => {
      elsewhere.push(await route.request().allHeaders());
      await route.fulfill({ body: 'elsewhere' });
    });
    await visit('/daily-harvest/contact');
    await helpLinks.waitFor();
    await page.getByRole('link', { name: 'About us' }).click();
    await page.waitForURL('https://www.example.com/about-us');

    expect(output.stdout.match(/"status":/g)?.length).toBeGreaterThan(20);
    expect(output.stdout + output.stderr).not.toContain(subscriberId);
    expect(elsewhere).toHaveLength(1);
    expect(JSON.stringify(elsewhere)).not.toContain(subscriberId);
  },
);

function isSubmission(request: { url(): string }) {
  return request.url().endsWith('/form-submit');
}
