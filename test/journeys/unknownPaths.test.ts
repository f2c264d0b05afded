import { expect, inject, test } from 'vitest';
import { feedbackPage } from '../support/browser/feedbackPage.ts';
import { journey } from '../support/browser/journey.ts';

const malformedPaths = [
  '/3141592/..%252F..%252Fx/contact',
  '/3141592/%252e%252e/contact',
  '/3141592/a%3Bb/contact',
  '/3141592/a%00b/contact',
  `/3141592/${'x'.repeat(7_168)}/contact`,
];

journey(
  'a malformed id redirects to the index page without calling the backend',
  async ({ page, visit }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/')) calls.push(request.url());
    });
    for (const path of malformedPaths) {
      await visit(path);
      await page.waitForURL('**/app/subscriber-feedback/');
      expect(await feedbackPage(page).heading.textContent()).toMatch(/does not exist\.$/);
    }
    expect(calls).toEqual([]);
  },
);

test.for(['/nothing', '/1/2/contact/more', ...malformedPaths.slice(0, 3)])(
  'the path %s has status 404',
  async (path) => {
    const response = await fetch(`${inject('hostUrl')}/app/subscriber-feedback${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('does not exist.');
  },
);

journey(
  'a path that matches no route shows the not-found page at that path',
  async ({ page, visit }) => {
    await visit('/nothing/here');
    expect(await feedbackPage(page).heading.textContent()).toMatch(/does not exist\.$/);
    expect(page.url()).toContain('/nothing/here');
  },
);

for (const end of ['.', '/%20', '%0A', '.?captcha=never']) {
  journey(
    `at an address that ends with contact${end}, the index page offers the feedback page`,
    async ({ page, visit }) => {
      await visit(`/3141592/daily-harvest/contact${end}`);
      await page.getByRole('link', { name: 'Write to the editor' }).click();
      await feedbackPage(page).submit.waitFor();
      const { pathname, search } = new URL(page.url());
      expect(pathname).toMatch(/\/3141592\/daily-harvest\/contact$/);
      expect(search).toBe(end.replace(/^[^?]*/, ''));
    },
  );
}
