import { expect } from './fixtures/expect.ts';
import { journey } from './fixtures/journey.ts';

journey(
  'a malformed id redirects to the index page without a call, an unknown path shows it',
  async ({ page, feedback: { heading }, visit }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/')) calls.push(request.url());
    });
    for (const [path, shownAt] of [
      ['/3141592/..%252F..%252Fx/contact', '/'],
      ['/nothing/here', '/nothing/here'],
    ] as const) {
      await visit(path);
      await page.waitForURL(`**/app/subscriber-feedback${shownAt}`);
      await expect(heading).toHaveText(/does not exist\.$/);
    }
    expect(calls).toEqual([]);
  },
);

journey(
  'at an address that ends with other punctuation, the index page offers the feedback page',
  async ({ page, feedback: { submit }, visit }) => {
    await visit('/3141592/daily-harvest/contact.?captcha=never');
    await page.getByRole('link', { name: 'Write to the editor' }).click();
    await submit.waitFor();
    expect(page.url()).toMatch(/\/3141592\/daily-harvest\/contact\?captcha=never$/);
  },
);
